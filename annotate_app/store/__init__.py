"""The database: typed models, repository functions and migrations. The only place with SQL."""
