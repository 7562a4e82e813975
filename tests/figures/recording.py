"""Recordings of Nsight Compute's figures: what is said of each launch, and of its lines, in rows under one list of names."""
import json


def expanded(names, row):
    return {name: value for name, value in zip(names, row) if value is not None}


def load(path):
    """A recording whose launches are { launch: { figure: value } }, or { launch: { line: { figure: value } } }."""
    with open(path, encoding="utf-8") as file:
        recording = json.load(file)
    names = recording.pop("names", None)
    for key, told in recording["launches"].items() if names else ():
        recording["launches"][key] = expanded(names, told) if isinstance(told, list) else \
            {line: expanded(names, row) for line, row in told.items()}
    return recording


def row(names, told):
    values = [told.get(name) for name in names]
    while values and values[-1] is None:
        values.pop()
    return values


def save(path, device, date, launches):
    """A line for each launch of { launch: { figure: value } } or { launch: { line: { figure: value } } }."""
    count = {}
    for told in launches.values():
        for figures in told.values() if all(isinstance(value, dict) for value in told.values()) else (told,):
            for name in figures:
                count[name] = count.get(name, 0) + 1
    names = sorted(count, key=lambda name: (-count[name], name))
    rows = {key: {line: row(names, figures) for line, figures in told.items()}
            if told and all(isinstance(value, dict) for value in told.values()) else row(names, told) for key, told in launches.items()}
    lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(told, separators=(',', ':'))}" for key, told in rows.items())
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'{{\n "device": {json.dumps(device)},\n "date": {json.dumps(date)},\n "names": {json.dumps(names)},\n'
                   f' "launches": {{\n{lines}\n }}\n}}\n')
