"""What people do with Blindpair: one file is one user action is one transaction."""
