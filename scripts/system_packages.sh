#!/bin/sh
# Installs what the browser and PostgreSQL tests need from Debian's packages, where that is
# missing and this user may. Otherwise it says what will be skipped, and goes on.
missing=""
command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 || missing="$missing chromium"
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"
[ -z "$missing" ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing$missing for the tests"
    if apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $missing >/dev/null; then
        exit 0
    fi
fi
echo "Not installed:$missing. The tests that need it are skipped; as root: apt-get install$missing"
