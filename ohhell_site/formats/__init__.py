"""How days and hours are written, where Django has it otherwise: Django asks for these names."""
