"""Guards of the server: who may ask, from where and how much, before anything is done."""
