"""What is put on paper with: measures, papers, fonts, names, styles, pictures, the pen."""
