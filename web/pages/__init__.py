"""The pages, one blueprint each, with the templates and styles that they are made of."""
