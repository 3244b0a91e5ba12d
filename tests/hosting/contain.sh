# Usage: contain.sh ROOT DATA COMMAND...   in a mount and process namespace of its own
# Runs a command as an engine runs a container: the root cannot be written, /data can, nobody is root.
set -eu
mount --make-rprivate /
mount --bind "$1" "$1"
mount --bind "$2" "$1/data"
mount -t proc proc "$1/proc"
mount -t tmpfs tmpfs "$1/dev"
mkdir "$1/dev/shm"
mount -t tmpfs -o mode=1777 shm "$1/dev/shm"
for device in null zero urandom random; do
    touch "$1/dev/$device"
    mount --bind "/dev/$device" "$1/dev/$device"
done
mount -o remount,ro,bind "$1"
root=$1
shift 2
exec chroot "$root" /usr/bin/setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs \
    --bounding-set=-all --inh-caps=-all /usr/bin/env -i -C /data "$@"
