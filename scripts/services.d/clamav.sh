# shellcheck shell=bash
# clamd with our own signature for the EICAR test file, so that nothing has to be downloaded.

clamav_up() {
  # What a file holds is looked at before it is scanned.
  need qpdf qpdf
  if [ -n "${CLAMD_HOST:-}" ] && ! { is_own clamav CLAMD_HOST && is_own clamav CLAMD_PORT; }; then
    record_environment given clamav CLAMD_HOST "$CLAMD_HOST" CLAMD_PORT "${CLAMD_PORT:-3310}"
    return
  fi
  need clamd clamav-daemon
  local port folder=$state/clamav
  if daemon_pid clamd >/dev/null; then
    port=$(kept_port CLAMD_PORT)
  else
    port=$(clamav_pick_port)
    own_folder clamav "$folder"
    mkdir -p "$folder/signatures"
    clamav_signature >"$folder/signatures/portal.ndb"
    clamav_settings "$port" >"$folder/clamd.conf"
    launch clamd clamav clamd -c "$folder/clamd.conf"
  fi
  wait_until clamd 60 clamav_answers "$port"
  record_environment own clamav CLAMD_HOST "$host" CLAMD_PORT "$port"
}

# CLAMD_PORT is the port that the caller wants, unless it was only set by 'services env' earlier.
clamav_pick_port() {
  if [ -n "${CLAMD_HOST:-}" ]; then unset CLAMD_PORT; fi
  pick_port CLAMD_PORT 23310
}

clamav_answers() { [ "$(ask "$1" 'nPING\n')" = PONG ]; }

# In two parts, because a virus scanner that reads this repository would report the complete string as a virus.
clamav_signature() {
  local first='X5O!P%@AP[4\PZX54(P^)7CC)7}$' second='EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'
  printf 'Portal.Eicar-Test:0:*:%s\n' "$(printf %s "$first$second" | od -An -v -tx1 | tr -d ' \n')"
}

# As in deploy/clamd.conf.
clamav_settings() {
  cat <<CONF
TCPAddr $host
TCPSocket $1
Foreground yes
DatabaseDirectory $state/clamav/signatures
TemporaryDirectory $state/clamav
StreamMaxLength 50M
MaxFileSize 200M
MaxScanSize 400M
AlertExceedsMax yes
ScanImageFuzzyHash no
MaxThreads 4
SelfCheck 0
CONF
}
