#!/usr/bin/env python3
"""Validates documents against a JSON Schema, by the draft that it names: validate.py SCHEMA DOCUMENT…

YAML is read by the core schema of YAML 1.2, as editors read it, not by PyYAML's 1.1, in which 00:01:00 is a number.
"""
import json
import re
import sys

import jsonschema
import yaml


class CoreLoader(yaml.SafeLoader):
    """Plain scalars mean what the YAML 1.2 core schema says, and nothing more."""


CoreLoader.yaml_implicit_resolvers = {}
for tag, pattern, first in [
    ("bool", r"^(true|True|TRUE|false|False|FALSE)$", "tTfF"),
    ("int", r"^[-+]?[0-9]+$", "-+0123456789"),
    ("float", r"^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$", "-+.0123456789"),
    ("null", r"^(~|null|Null|NULL|)$", "~nN\0"),
]:
    CoreLoader.add_implicit_resolver("tag:yaml.org,2002:" + tag, re.compile(pattern), list(first) + [""])


def nodes(value):
    """All objects within a schema."""
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from nodes(part)


def main(schema_path, paths):
    with open(schema_path) as file:
        schema = json.load(file)
    validator = jsonschema.validators.validator_for(schema)
    validator.check_schema(schema)
    failed = 0
    for node in nodes(schema) if "$defs" in schema else []:
        if not isinstance(node.get("default", {}), dict):  # a property may be called so
            for error in validator({"$defs": schema["$defs"], **node}).iter_errors(node["default"]):
                print(f"{schema_path}: default: {error.message}")
                failed = 1
    for path in paths:
        with open(path) as file:
            document = json.load(file) if path.endswith(".json") else yaml.load(file, Loader=CoreLoader)
        for error in validator(schema).iter_errors(document):
            best = jsonschema.exceptions.best_match([error])
            print(f"{path}: {'/'.join(map(str, best.absolute_path))}: {best.message}")
            failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
