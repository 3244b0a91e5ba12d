"""The calling code of a portable file, made from the types of compiled functions.

Every function gets one entry that takes two places in memory: that of a row of slots, eight bytes each, and where free
memory begins. It gives 0 when all went well. In the slots lie the arguments, flattened: a number; where a struct lies; where an array lies, then its shape;
a named tuple's parts, one after the other; nothing for None. When it is done, the first slots hold the result.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils as _cgutils
from numba.core import types as _types

cgutils: Any = _cgutils
types: Any = _types

SLOT = ir.IntType(64)
FREE = "free"
"""The runtime's variable that says where free memory begins."""


class CannotBeCalled(TypeError):
    """A type that does not go through slots."""


def plain(kind: Any) -> Any:
    """A type as the portable file takes it: arrays lie in one piece and may be written to."""
    if isinstance(kind, types.Array):
        return types.Array(kind.dtype, kind.ndim, "C")
    if isinstance(kind, (types.NamedTuple, types.NamedUniTuple)):
        parts = [plain(part) for part in kind.types]
        if len(set(parts)) == 1:
            return types.NamedUniTuple(parts[0], len(parts), kind.instance_class)
        return types.NamedTuple(parts, kind.instance_class)
    return kind


def named_parts(kind: Any) -> tuple[str, ...]:
    """The names of a named tuple's parts."""
    fields: tuple[str, ...] = kind.instance_class._fields
    return fields


def described(kind: Any) -> Any:
    """A type as the file's own list tells it to whoever calls."""
    if isinstance(kind, types.NoneType):
        return None
    if isinstance(kind, types.Boolean):
        return "bool"
    if isinstance(kind, types.Integer):
        return f"{'int' if kind.signed else 'uint'}{kind.bitwidth}"
    if isinstance(kind, types.Float) and kind.bitwidth == 64:
        return "float64"
    if isinstance(kind, types.Record):
        return {"struct": kind.size}
    if isinstance(kind, types.Array):
        return {"array": _item(kind.dtype), "dimensions": kind.ndim}
    if isinstance(kind, (types.NamedTuple, types.NamedUniTuple)):
        names = named_parts(kind)
        return {"tuple": {name: described(p) for name, p in zip(names, kind.types, strict=True)}}
    if isinstance(kind, (types.UniTuple, types.Tuple)):
        return {"tuple": {str(k): described(part) for k, part in enumerate(kind.types)}}
    raise CannotBeCalled(f"{kind} does not go through slots")


def _item(kind: Any) -> str:
    if isinstance(kind, types.Record):
        return f"V{kind.size}"
    letter = "b" if isinstance(kind, types.Boolean) else None
    if isinstance(kind, types.Integer):
        letter = "i" if kind.signed else "u"
    if isinstance(kind, types.Float):
        letter = "f"
    if letter is None:
        raise CannotBeCalled(f"an array of {kind} does not go through slots")
    return f"{letter}{getattr(kind, 'bitwidth', 8) // 8}"


class _Slots:
    """Reads and writes one slot after the other."""

    def __init__(self, context: Any, builder: Any, place: Any) -> None:
        self.context, self.builder = context, builder
        self.place = builder.bitcast(place, SLOT.as_pointer())
        self.number = 0

    def _next(self) -> Any:
        found = self.builder.gep(self.place, [ir.Constant(ir.IntType(32), self.number)])
        self.number += 1
        return found

    def read(self, kind: Any) -> Any:
        """The next argument, as Numba has values of its type."""
        context, builder = self.context, self.builder
        if isinstance(kind, types.NoneType):
            return context.get_dummy_value()
        if isinstance(kind, types.BaseTuple):
            return context.make_tuple(builder, kind, [self.read(part) for part in kind.types])
        if isinstance(kind, types.Array):
            return self._read_array(kind)
        bits = builder.load(self._next())
        if isinstance(kind, types.Record):
            return builder.inttoptr(bits, context.get_value_type(kind))
        if isinstance(kind, types.Float):
            return builder.bitcast(bits, ir.DoubleType())
        return _narrowed(builder, bits, context.get_value_type(kind))

    def _read_array(self, kind: Any) -> Any:
        context, builder = self.context, self.builder
        item = context.get_abi_sizeof(context.get_data_type(kind.dtype))
        if isinstance(kind.dtype, types.Record):
            item = kind.dtype.size
        array = context.make_array(kind)(context, builder)
        data = builder.inttoptr(builder.load(self._next()), array.data.type)
        shape = [builder.load(self._next()) for _ in range(kind.ndim)]
        stride = ir.Constant(SLOT, item)
        strides: list[Any] = []
        for length in reversed(shape):
            strides.insert(0, stride)
            stride = builder.mul(stride, length)
        count = ir.Constant(SLOT, 1)
        for length in shape:
            count = builder.mul(count, length)
        nowhere = cgutils.get_null_value(array.meminfo.type)
        array.data, array.meminfo = data, nowhere
        array.parent = cgutils.get_null_value(array.parent.type)
        array.nitems, array.itemsize = count, ir.Constant(SLOT, item)
        array.shape = cgutils.pack_array(builder, shape)
        array.strides = cgutils.pack_array(builder, strides)
        return array._getvalue()

    def write(self, kind: Any, value: Any) -> None:
        """A result into the next slots."""
        builder = self.builder
        if isinstance(kind, types.NoneType):
            return
        if isinstance(kind, types.BaseTuple):
            for k, part in enumerate(kind.types):
                self.write(part, builder.extract_value(value, k))
            return
        if isinstance(kind, types.Float):
            bits = builder.bitcast(value, SLOT)
        elif isinstance(kind, types.Integer) and kind.signed:
            bits = builder.sext(value, SLOT) if value.type.width < 64 else value
        elif isinstance(kind, (types.Integer, types.Boolean)):
            bits = builder.zext(value, SLOT) if value.type.width < 64 else value
        else:
            raise CannotBeCalled(f"{kind} cannot be a result")
        builder.store(bits, self._next())


def _narrowed(builder: Any, bits: Any, kind: Any) -> Any:
    return bits if kind.width == 64 else builder.trunc(bits, kind)


def entry(context: Any, compiled: Any, name: str) -> str:
    """The code, in the compiler's language, of the entry to a compiled function."""
    signature = compiled.signature
    module = ir.Module(name)
    whole = ir.IntType(32)
    place = ir.IntType(8).as_pointer()
    function = ir.Function(module, ir.FunctionType(whole, [place, whole]), name)
    builder = ir.IRBuilder(function.append_basic_block())
    builder.store(function.args[1], ir.GlobalVariable(module, whole, FREE))
    slots = _Slots(context, builder, function.args[0])
    arguments = [slots.read(kind) for kind in signature.args]
    callee = context.declare_function(module, compiled.fndesc)
    status, result = context.call_conv.call_function(
        builder, callee, signature.return_type, signature.args, arguments
    )
    with builder.if_then(cgutils.is_not_null(builder, status.is_error)):
        builder.ret(ir.Constant(whole, 1))
    _Slots(context, builder, function.args[0]).write(signature.return_type, result)
    builder.ret(ir.Constant(whole, 0))
    return str(module)
