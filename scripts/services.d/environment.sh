# shellcheck shell=bash
# The variables that the portal and its tests read. One file for each service in state/env.d: its first line says
# whether the service is this clone's own or was given by the caller's environment.

# record_environment own|given SERVICE NAME VALUE [NAME VALUE]…
record_environment() {
  local origin=$1 service=$2 file
  shift 2
  file=$state/env.d/$service
  {
    echo "# $origin"
    while [ $# -gt 0 ]; do
      printf "export %s='%s'\n" "$1" "${2//\'/\'\\\'\'}"
      shift 2
    done
  } >"$file.new"
  # A given address can carry a real password.
  chmod 600 "$file.new"
  mv "$file.new" "$file"
}

is_given() { [ "$(head -n 1 "$state/env.d/$1" 2>/dev/null)" = '# given' ]; }

given_note() { if is_given "$1"; then echo ' (given by the environment)'; fi; }

# After eval "$(scripts/services env)" the caller's environment names our own services; those are not "given".
# is_own SERVICE NAME: is the value of that variable what this clone itself has handed out?
is_own() {
  [ "$(head -n 1 "$state/env.d/$1" 2>/dev/null)" = '# own' ] &&
    grep -qxF "export $2='${!2}'" "$state/env.d/$1"
}

print_environment() {
  local service found=
  for service in "${all_services[@]}"; do
    if [ -f "$state/env.d/$service" ]; then
      grep '^export ' "$state/env.d/$service"
      found=yes
    fi
  done
  [ -n "$found" ] || fail "nothing has been started yet; run 'scripts/services up' first"
}
