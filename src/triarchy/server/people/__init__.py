"""Who plays: keys, recovery, passkeys, presence, notifications, results, bans."""
