"""The typed form in English: sentences that state what rules, effects and definitions do."""
