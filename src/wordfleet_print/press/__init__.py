"""The printing: paper, ink, fonts, plates and the press. The only room that knows reportlab."""
