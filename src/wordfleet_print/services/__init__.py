"""What somebody asked for, checked and done: a frozen request in, a result out, whoever asks."""
