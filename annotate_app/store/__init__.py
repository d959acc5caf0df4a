"""The database: typed models, repository functions, migrations. The only place with SQL."""
