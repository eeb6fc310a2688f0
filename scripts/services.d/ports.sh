# shellcheck shell=bash
# The ports that this clone uses. A chosen port is stored (state/ports), so URLs stay the same between runs.

host=127.0.0.1

# Up to 19 sets of ports, each 100 above the previous one, do not overlap for the default ports.
port_step=100
port_sets=19

# listening FIRST COUNT: is any port of the range in use? The kernel's table also shows listeners on other addresses.
listening() {
  local port table
  table=$(awk '$4 == "0A" { sub(/.*:/, "", $2); print $2 }' /proc/net/tcp /proc/net/tcp6 2>/dev/null)
  for ((port = $1; port < $1 + $2; port++)); do
    case $'\n'$table$'\n' in *$'\n'"$(printf %04X "$port")"$'\n'*) return 0 ;; esac
  done
  return 1
}

recorded_port() { sed -n "s/^$1=//p" "$state/ports" 2>/dev/null; }

record_port() {
  touch "$state/ports"
  sed -i "/^$1=/d" "$state/ports"
  echo "$1=$2" >>"$state/ports"
}

# pick_port VARIABLE DEFAULT [COUNT]: prints a port for a daemon that is not running yet. VARIABLE may contain the port that the caller wants.
pick_port() {
  local variable=$1 default=$2 count=${3:-1} wish=${!1:-} port start index
  if [ -n "$wish" ]; then
    ! listening "$wish" "$count" || fail "$variable=$wish is in use by another program"
    record_port "$variable" "$wish"
    echo "$wish"
    return
  fi
  # If the default set is in use, each clone starts its search at a different set, so clones seldom compete for the same one.
  start=$(($(cksum <<<"$root" | cut -d' ' -f1) % port_sets))
  local -a candidates=()
  port=$(recorded_port "$variable")
  if [ -n "$port" ]; then
    candidates+=("$port")
    # A daemon that was just killed may not have released its port yet.
    for ((index = 0; index < 30; index++)); do
      listening "$port" "$count" || break
      sleep 0.1
    done
  fi
  candidates+=("$default")
  for ((index = 0; index < port_sets; index++)); do
    candidates+=($((default + port_step * ((start + index) % port_sets + 1))))
  done
  for port in "${candidates[@]}"; do
    if ! listening "$port" "$count"; then
      record_port "$variable" "$port"
      echo "$port"
      return
    fi
  done
  fail "no free port near $default; set $variable"
}

# kept_port VARIABLE: the port of a running daemon. It cannot change while the daemon is in use.
kept_port() {
  local port
  port=$(recorded_port "$1")
  if [ -n "${!1:-}" ] && [ "${!1}" != "$port" ]; then
    fail "$1=${!1} is asked for, but it already runs on $port; run 'scripts/services down' first"
  fi
  echo "$port"
}

ports_note() {
  local pattern
  case $1 in
    postgres) pattern=POSTGRES_PORT ;;
    s3) pattern=S3_PORT ;;
    mail) pattern='SMTP_PORT\|MAILDEV_PORT' ;;
    clamav) pattern=CLAMD_PORT ;;
  esac
  sed -n "s/^\($pattern\)=/ \1=/p" "$state/ports" 2>/dev/null | tr -d '\n'
}

# Sends one line to a port and prints the answer, for line-based protocols.
ask() {
  local port=$1 line reply=
  {
    exec 3<>"/dev/tcp/$host/$port" || return 1
    printf '%b' "$2" >&3
    # Stops at a newline, at a NUL or at the end; the time limit is for a server that accepts the connection and sends nothing.
    while IFS= read -r -t 2 line <&3 || [ -n "$line" ]; do
      reply=$line
      break
    done
    exec 3<&- 3>&-
  } 2>/dev/null
  printf '%s' "${reply%$'\r'}"
}
