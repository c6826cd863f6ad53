"""The box under the window as a model: measures, parts, what lens and lamps do there, drawings."""
