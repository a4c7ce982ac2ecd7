"""How balanced a variant is: the measures F1 to F11, one a file, their settings, and what has to be played for them."""
