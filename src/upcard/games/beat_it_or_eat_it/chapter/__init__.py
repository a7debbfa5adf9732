"""Beat It Or Eat It: backward induction, zugzwang, and endless games."""
