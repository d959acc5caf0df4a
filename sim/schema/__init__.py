"""The contract: every record that passes between simulation, rating sessions and analysis."""
