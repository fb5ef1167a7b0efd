"""What tests share: one way to run the command, one reader of pages, and whatever they are made of."""
