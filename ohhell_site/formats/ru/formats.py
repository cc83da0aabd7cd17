"""28 ноября 2026, 17:07: without the word for the year, which Django adds."""

DATE_FORMAT = "j E Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j E Y, H:i"
