"""Every option of every command, declared once: its type, default, help, group and conflicts."""
