"""Example positions of L.A.M.A."""

from upcard.play.example_positions import ExamplePosition

EXAMPLES = (
    ExamplePosition(
        "Nothing fits: draw or quit?",
        "Two llamas count ten once, and you cannot play a card.",
        {"players": "2", "dealt": "1.2.2.6.llama.llama.3.3.4.5.6.1.4"},
    ),
    ExamplePosition(
        "A cheap hand",
        "Only ones and twos, three points, and none fits. Quitting costs little; drawing may cost more.",
        {"players": "2", "dealt": "1.1.2.2.1.2.3.3.4.5.6.llama.5"},
    ),
)
