"""Four-Cell: the games of two players with two choices each."""
