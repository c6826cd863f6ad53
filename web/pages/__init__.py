"""The pages, a room for whoever they are for; at the top what all of them are made with."""
