"""Where tables are kept on this machine, if nobody says otherwise."""

from pathlib import Path

import platformdirs

TABLES = "tables.sqlite"


def home_folder() -> Path:
    """The folder of the user for all that is kept."""
    return Path(platformdirs.user_data_dir("upcard"))


def usual_database(home: Path) -> str:
    """The address of the SQLite file in a folder."""
    return f"sqlite:///{home / TABLES}"
