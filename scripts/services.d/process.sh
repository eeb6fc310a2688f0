# shellcheck shell=bash
# Starting, identifying and stopping daemons.

# A pid alone does not identify a process after a crash or a reboot. Together with the start time (in ticks since
# boot) and the boot id it does. The state folder is included because a copy of a clone has the same pid files.
process_identity() {
  local -a fields
  read_stat "$1" || return 1
  echo "${fields[19]} $(</proc/sys/kernel/random/boot_id) $state"
}

# Fills the array `fields` with the kernel's data about a process, starting with its state. A zombie counts as ended.
read_stat() {
  local stat
  { stat=$(<"/proc/$1/stat"); } 2>/dev/null || return 1
  read -ra fields <<<"${stat##*) }"
  [ "${fields[0]}" != Z ]
}

# The kernel's PF_EXITING: killed, but still exiting. Freeing gigabytes takes a while, and until then its port is in use.
is_ending() {
  local -a fields
  read_stat "$1" && ((fields[6] & 4))
}

# Prints the pid of a daemon that this clone started and that is still running; waits for one that is exiting.
daemon_pid() {
  local pid identity attempt
  { read -r pid identity <"$state/run/$1.pid"; } 2>/dev/null || return 1
  for ((attempt = 0; attempt < 600; attempt++)); do
    [ "$(process_identity "$pid")" = "$identity" ] || return 1
    is_ending "$pid" || break
    sleep 0.05
  done
  echo "$pid"
}

# Fills the array `wrapped` with a prefix that runs a command as a user; only root can change the user. The environment
# is empty, so that the caller's PGPASSWORD, PGHOST or CEPH_ARGS cannot change what a daemon does.
wrap_for_user() {
  wrapped=(env -i "PATH=/usr/sbin:/usr/bin:/sbin:/bin" LANG=C.UTF-8 "HOME=$state")
  if ((EUID == 0)); then
    wrapped=(setpriv "--reuid=$1" "--regid=$1" --init-groups "${wrapped[@]}")
  fi
}

as_user() {
  local -a wrapped
  wrap_for_user "$1"
  "${wrapped[@]}" "${@:2}"
}

own_folder() {
  mkdir -p "$2"
  if ((EUID == 0)); then chown "$1:" "$2"; fi
}

# launch DAEMON USER COMMAND…   ('-' as USER: the caller's own user and environment)
launch() {
  local daemon=$1 user=$2
  local -a wrapped=()
  [ "$user" = - ] || wrap_for_user "$user"
  (
    # Files that the caller has open (the machine's lock, the pipe of a CI job) would stay open as long as the
    # daemon runs. Bash reads this script from 255, and does not pass that descriptor on.
    for file in /proc/self/fd/*; do
      file=${file##*/}
      if ((file > 2 && file != 255)); then eval "exec $file>&-"; fi
    done
    exec setsid "${wrapped[@]}" "${@:3}" >"$state/log/$daemon.log" 2>&1 </dev/null
  ) &
  local pid=$!
  echo "$pid $(process_identity "$pid")" >"$state/run/$daemon.pid"
}

# wait_until DAEMON SECONDS CHECK…
wait_until() {
  local daemon=$1 deadline=$((SECONDS + $2))
  until "${@:3}"; do
    if ! daemon_pid "$daemon" >/dev/null; then
      tail -n 15 "$state/log/$daemon.log" >&2
      fail "$daemon ended while starting; its log is $state/log/$daemon.log"
    fi
    ((SECONDS < deadline)) || fail "$daemon does not answer after $2 s; its log is $state/log/$daemon.log"
    sleep 0.1
  done
}

# Succeeds if the daemon was running.
stop_daemon() {
  local daemon=$1 pid signal=TERM
  if ! pid=$(daemon_pid "$daemon"); then
    rm -f "$state/run/$daemon.pid"
    return 1
  fi
  # For PostgreSQL, TERM means "wait until every client has disconnected", and INT means "stop now, cleanly".
  [ "$daemon" != postgres ] || signal=INT
  kill -s "$signal" "$pid"
  local deadline=$((SECONDS + 60))
  while daemon_pid "$daemon" >/dev/null; do
    if ((SECONDS >= deadline)); then
      note "$daemon did not stop within a minute and is killed"
      kill -s KILL "$pid" || true
      deadline=$((SECONDS + 10))
    fi
    sleep 0.05
  done
  rm -f "$state/run/$daemon.pid"
}
