"""A fuzzer of the print shop: hostile requests by its routes and forms, in process, each answer looked at."""
