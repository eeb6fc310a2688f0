# shellcheck shell=bash
# Where the state of this clone's services is stored.

fail() {
  printf 'services: %s\n' "$*" >&2
  exit 1
}

note() { printf 'services: %s\n' "$*" >&2; }

now_ms() { echo $((${EPOCHREALTIME/[!0-9]/} / 1000)); }

# The daemons run as their own users, which need access to the state. If they have no access to the clone
# (below /root, or in a 0700 folder), root stores the state in /var/lib and creates a link in the clone.
find_state() {
  if [ -n "${SERVICES_DIR:-}" ]; then
    state=$(realpath -m -- "$SERVICES_DIR")
    return
  fi
  state=$root/.services
  local elsewhere
  elsewhere=/var/lib/portal-services/$(cksum <<<"$root" | cut -d' ' -f1)
  # Follow only this clone's own link, not one that was copied from another clone.
  if [ -L "$state" ]; then
    [ "$(readlink "$state")" = "$elsewhere" ] ||
      fail "$state links to the services of another clone; remove the link, or set SERVICES_DIR"
    state=$elsewhere
  elif [ ! -d "$state" ] && ((EUID == 0)) && ! open_to_everybody "$root"; then
    state=$elsewhere
    link_wanted=yes
  fi
}

open_to_everybody() {
  setpriv --reuid=65534 --regid=65534 --clear-groups test -x "$1"
}

prepare_state() {
  mkdir -p "$state/run" "$state/log" "$state/env.d" || fail "cannot create $state; set SERVICES_DIR to a folder of yours"
  state=$(cd "$state" && pwd -P)
  # Four configuration formats quote in four different ways, so only plain paths are allowed.
  [[ $state =~ ^[A-Za-z0-9/._+@-]+$ ]] || fail "$state has characters that a daemon stumbles over; set SERVICES_DIR"
  if [ -n "${link_wanted:-}" ]; then
    ln -sfn "$state" "$root/.services"
    note "other users cannot enter $root, so the state is kept in $state"
  fi
  if ((EUID == 0)) && ! open_to_everybody "$state"; then
    fail "the daemons' users cannot enter $state; open its parent folders (chmod o+x) or set SERVICES_DIR"
  fi
}

# Only one 'up' or 'down' at a time on the whole machine: two clones must not choose the same free port, and apt has
# one lock anyway. The root folder is the only thing that every user can lock without creating a file.
lock_machine() {
  exec 9</
  flock -n 9 && return
  note "waiting for another scripts/services to finish"
  flock -w 900 9 || fail "another scripts/services has been busy for 15 minutes"
}
