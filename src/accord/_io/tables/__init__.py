"""Tables in memory, of any library, with a row for each membership or each edge."""
