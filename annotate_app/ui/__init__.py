"""What people see: pages, components and their state. Knows use cases and blind items only."""
