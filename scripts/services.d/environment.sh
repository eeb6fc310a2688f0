# shellcheck shell=bash
# The variables that the portal and its tests read. state/env.d has one file for each service; its first line says
# whether this clone runs the service (own) or the caller's environment provides it (given).

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
  # An address from the caller's environment can contain a real password.
  chmod 600 "$file.new"
  mv "$file.new" "$file"
}

is_given() { [ "$(head -n 1 "$state/env.d/$1" 2>/dev/null)" = '# given' ]; }

given_note() { if is_given "$1"; then echo ' (given by the environment)'; fi; }

# After eval "$(scripts/services env)" the caller's environment contains our own services; those are not "given".
# is_own SERVICE NAME: is the value of that variable one that this clone itself has provided?
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
