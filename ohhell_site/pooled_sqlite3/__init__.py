"""Django's SQLite backend with connections that outlive the thread they were opened in."""
