"""One job: what is to run (`JobSpec`), within which limits, and what happened (`Execution`)."""
