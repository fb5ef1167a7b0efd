"""The command line: builds one frozen job, hands it on; the only place that prints, asks or
exits.
"""
