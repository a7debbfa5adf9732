"""The chapter on Four-Cell: games of two players with two choices each."""
