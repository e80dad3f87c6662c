"""Where results are kept: a folder with a database and the clusterings that were found."""
