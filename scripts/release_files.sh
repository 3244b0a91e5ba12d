#!/bin/sh
# Builds what a release consists of into a folder: wheel, source, and the list of parts that the wheel
# brings with it with the versions of constraints.txt (CycloneDX).
set -eu
to=${1:?Usage: scripts/release_files.sh FOLDER}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
${PYTHON:-python3} -m venv "$work/tools"
"$work/tools/bin/pip" install --quiet build cyclonedx-bom
"$work/tools/bin/python" -m build --outdir "$to" .
${PYTHON:-python3} -m venv --without-pip "$work/server"
"$work/tools/bin/pip" --python "$work/server/bin/python" install --quiet -c constraints.txt \
    "$(ls "$to"/*.whl)[passkeys,postgresql,push]"
"$work/tools/bin/cyclonedx-py" environment --output-reproducible --pyproject pyproject.toml \
    --output-file "$to/triarchy.cdx.json" "$work/server/bin/python"
