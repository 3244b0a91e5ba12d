// Call a portable file's functions again, from memory as it was written down, and compare the memory afterwards:
//     node replay_calls.mjs rules.wasm calls.json
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const PAGE = 65536;
const ROOM = 1 << 20;
const [file, written] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(file));
const calls = JSON.parse(readFileSync(written, "utf8"));

for (const [number, call] of calls.entries()) {
  const { exports } = new WebAssembly.Instance(module, {});
  const missing = call.free + ROOM - exports.memory.buffer.byteLength;
  if (missing > 0) exports.memory.grow(Math.ceil(missing / PAGE));
  new Uint8Array(exports.memory.buffer).set(Buffer.from(call.before, "base64"), call.begin);
  const failed = exports[call.entry](call.slots, call.free);
  const memory = new Uint8Array(exports.memory.buffer, call.begin, call.free - call.begin);
  const after = createHash("sha256").update(memory).digest("hex");
  if (failed || after !== call.after) {
    console.log(`call ${number}, ${call.entry}, differs`);
    process.exit(1);
  }
}
console.log(`${calls.length} calls`);
