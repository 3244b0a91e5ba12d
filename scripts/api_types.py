"""Write src/triarchy/web/api.d.ts: the answers of the HTTP interface as TypeScript types.

    python scripts/api_types.py

The client's modules are checked against them (`make lint`); nothing of it is sent to a browser.
"""

from __future__ import annotations

import json
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter

from triarchy.server.http import schemas, schemas_people, schemas_study

TARGET = Path(__file__).parent.parent / "src" / "triarchy" / "web" / "api.d.ts"
HEAD = """// The answers of the HTTP interface. Written by scripts/api_types.py from server/http/schemas*.py.

declare namespace Api {
"""
PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def type_of(schema: dict[str, Any]) -> str:
    """A JSON schema as a TypeScript type."""
    if "prefixItems" in schema:
        return f"[{', '.join(map(type_of, schema['prefixItems']))}]"
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(type_of(each) for each in schema["anyOf"])
    if schema.get("type") == "array":
        return f"Array<{type_of(schema.get('items', {}))}>"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {type_of(values if isinstance(values, dict) else {})}>"
    return PLAIN.get(schema.get("type", ""), "unknown")


def models() -> list[type]:
    """The answers: every model that is not a request, and the kit's dataclasses that are part of one."""
    return [
        each
        for module in (schemas, schemas_people, schemas_study)
        for each in vars(module).values()
        if isinstance(each, type)
        and (is_dataclass(each) or issubclass(each, BaseModel))
        and each.__module__
        in (module.__name__, "triarchy.kit.learning", "triarchy.kit.presentation")
    ]


def text() -> str:
    """The whole file."""
    parts = []
    for model in models():
        properties = TypeAdapter(model).json_schema()["properties"]
        fields = [f"    {name}: {type_of(schema)};\n" for name, schema in properties.items()]
        parts.append(f"  interface {model.__name__} {{\n{''.join(fields)}  }}\n")
    return HEAD + "\n".join(parts) + "}\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
    print(f"wrote {TARGET}")
