"""The calls of the API as the page /docs lists them, read from the OpenAPI description."""

from __future__ import annotations

from typing import Any

METHODS = ("get", "post", "put", "delete")


def calls(description: dict[str, Any]) -> list[dict[str, Any]]:
    """One entry per call: method, path, summary, parameters, body, answers."""
    return [
        _call(description, path, method, operation)
        for path, operations in description["paths"].items()
        for method, operation in operations.items()
        if method in METHODS
    ]


def _call(
    description: dict[str, Any], path: str, method: str, operation: dict[str, Any]
) -> dict[str, Any]:
    return {
        "method": method.upper(),
        "path": path,
        "text": operation.get("description", ""),
        "parameters": [
            {
                "name": each["name"],
                "place": each["in"],
                "type": _type(description, each.get("schema", {})),
                "text": each.get("description", ""),
                "needed": each.get("required", False),
            }
            for each in operation.get("parameters", [])
        ],
        "body": _fields(description, operation.get("requestBody", {})),
        "answers": [
            {"status": status, "text": answer.get("description", ""), "type": _answer(answer)}
            for status, answer in sorted(operation.get("responses", {}).items())
        ],
    }


def _content(part: dict[str, Any]) -> dict[str, Any]:
    for media in part.get("content", {}).values():
        schema: dict[str, Any] = media.get("schema", {})
        return schema
    return {}


def _answer(answer: dict[str, Any]) -> str:
    return str(_content(answer).get("$ref", "")).rpartition("/")[2]


def _fields(description: dict[str, Any], body: dict[str, Any]) -> list[dict[str, Any]]:
    schema = _resolved(description, _content(body))
    return [
        {
            "name": name,
            "type": _type(description, field),
            "needed": name in schema.get("required", []),
        }
        for name, field in schema.get("properties", {}).items()
    ]


def _resolved(description: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        named: dict[str, Any] = description["components"]["schemas"][name]
        return named
    return schema


def _type(description: dict[str, Any], schema: dict[str, Any]) -> str:
    """A schema in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if "anyOf" in schema:
        return " | ".join(_type(description, each) for each in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {_type(description, schema.get('items', {}))}"
    return str(schema.get("type", "any"))
