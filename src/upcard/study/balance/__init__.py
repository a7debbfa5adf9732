"""Is a game good? Sections of a balance report, one file each: functions of recorded games."""
