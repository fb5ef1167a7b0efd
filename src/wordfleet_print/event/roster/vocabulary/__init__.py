"""What people write: words of headings in many languages, answers, byes, what stands among players and is nobody."""
