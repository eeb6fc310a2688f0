# shellcheck shell=bash
# Starting, recognising and ending daemons.

# A pid alone proves nothing after a crash or a reboot. With the start time (in ticks since boot) and the id of
# the boot it names one process for good; the state folder is there because a copied clone copies pid files too.
process_identity() {
  local -a fields
  read_stat "$1" || return 1
  echo "${fields[19]} $(</proc/sys/kernel/random/boot_id) $state"
}

# Fills the array `fields` with what the kernel says of a process, from its state on. A zombie has ended.
read_stat() {
  local stat
  { stat=$(<"/proc/$1/stat"); } 2>/dev/null || return 1
  read -ra fields <<<"${stat##*) }"
  [ "${fields[0]}" != Z ]
}

# The kernel's PF_EXITING: killed, but not gone yet. Freeing gigabytes takes a while, and so long its port is taken.
is_ending() {
  local -a fields
  read_stat "$1" && ((fields[6] & 4))
}

# Prints the pid of a daemon that this clone has started and that still runs; waits for one that is just ending.
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

# Fills the array `wrapped` with what runs a command as a user: only root changes user. The environment starts
# empty, so that a stray PGPASSWORD, PGHOST or CEPH_ARGS of the caller cannot change what a daemon does.
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
    # Whatever the caller has open (the machine's lock, the pipe of a CI job) would stay open for as long as the
    # daemon runs. 255 is where bash reads this script from; it does not pass that on.
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

# Succeeds when there was something to stop.
stop_daemon() {
  local daemon=$1 pid signal=TERM
  if ! pid=$(daemon_pid "$daemon"); then
    rm -f "$state/run/$daemon.pid"
    return 1
  fi
  # PostgreSQL reads TERM as "wait until every client has gone", INT as "stop now, cleanly".
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
