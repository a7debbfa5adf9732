"""The colours of lines and bars, in the order in which they are taken."""

# told apart by people who see few colours, and 3:1 against white as well as against a dark page
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#a02fe8", "#b18047", "#6f7c84", "#e055d5", "#a985b8")
