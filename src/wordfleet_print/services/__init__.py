"""Do what a user asks for: settings in, a result out, for the command line and the web page."""
