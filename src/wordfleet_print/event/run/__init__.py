"""Work cut into shards, done by whoever is there, kept, resumed."""
