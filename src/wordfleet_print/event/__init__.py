"""An event: from a roster to a plan, and from the plan to a pack of sheets."""
