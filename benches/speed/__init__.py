"""`make bench`: the rows of `jardinet bench`, beside peers from other libraries in the same run."""
