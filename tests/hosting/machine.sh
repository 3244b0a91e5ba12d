# Usage: machine.sh ROOT CGROUP PREPARE FOLDER...   in namespaces of its own: unshare --mount --pid --net --uts --ipc --fork
# Boots a machine by systemd on a copy of this one's files at ROOT. PREPARE is a file of commands that are run there
# before, and have these folders to read. Nothing of it is left when its first process ends.
set -eu
root=$1 prepare=$3
echo $$ >"$2/cgroup.procs"
shift 3
mount --make-rprivate /
mount --bind "$root" "$root"
for folder in "$@"; do
    mkdir -p "$root$folder"
    mount --bind "$folder" "$root$folder"
    mount -o remount,ro,bind "$root$folder"
done
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t tmpfs tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/dev"
mkdir "$root/dev/shm" "$root/dev/pts"
mount -t tmpfs shm "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
for device in null zero full random urandom tty; do
    touch "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
done
chroot "$root" bash -eux "$prepare" >&2
# A machine that boots empties its /tmp: it gets one of its own, and nothing of ours.
for folder in "$@"; do
    umount "$root$folder"
done
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs tmpfs "$root/var/tmp"
rm -f "$root/etc/fstab"
mount -o bind,ro "$root/proc/sys" "$root/proc/sys"
cd "$root"
mkdir -p mnt/before
pivot_root . mnt/before
umount -l /mnt/before
exec unshare --cgroup sh -c 'mount -t tmpfs cgroup /sys/fs/cgroup 2>/dev/null || true
mount -t cgroup2 cgroup2 /sys/fs/cgroup
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --unit=trial.target'
