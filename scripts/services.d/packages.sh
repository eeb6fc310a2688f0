# shellcheck shell=bash
# Debian packages, installed only if the program they provide is missing.

# need PROGRAM PACKAGE…   (PROGRAM: a name on the path, or an absolute path)
need() {
  local program=$1
  PATH=$PATH:/usr/sbin:/sbin command -v "$program" >/dev/null && return
  shift
  command -v apt-get >/dev/null || fail "$program is missing, and there is no apt-get to install $* with"
  ((EUID == 0)) || fail "$program is missing; install it as root: apt-get install --no-install-recommends $*"
  note "installing $*"
  hold_system_services
  local log=$state/log/apt.log
  # A fresh image has no package lists, and an old one has lists of files that no longer exist; one update fixes both.
  if ! apt_install "$@" >"$log" 2>&1; then
    if [ -n "${lists_updated:-}" ] || ! apt-get update >>"$log" 2>&1 || ! apt_install "$@" >>"$log" 2>&1; then
      release_system_services
      tail -n 15 "$log" >&2
      fail "apt-get could not install $*; its log is $log"
    fi
    lists_updated=yes
  fi
  release_system_services
  PATH=$PATH:/usr/sbin:/sbin command -v "$program" >/dev/null || fail "$program is still missing after installing $*"
}

# The browser of scripts/chromium-path.ts. If CHROMIUM_PATH names another one, you have to install it yourself.
need_chromium() {
  if [ -n "${CHROMIUM_PATH:-}" ]; then
    [ -x "$CHROMIUM_PATH" ] || fail "CHROMIUM_PATH names $CHROMIUM_PATH, which is no program"
    return
  fi
  need /usr/bin/chromium-headless-shell chromium-headless-shell
}

apt_install() {
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=300 "$@" 9<&-
}

# Debian starts the services that it installs (a cluster on 5432, a signature download …). Only private daemons are
# wanted here, so while packages are installed, a policy file prevents that, unless the machine already has one.
policy=/usr/sbin/policy-rc.d

hold_system_services() {
  [ ! -e "$policy" ] || return 0
  trap release_system_services EXIT
  policy_is_ours=yes
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod 755 "$policy"
}

release_system_services() {
  [ -n "${policy_is_ours:-}" ] || return 0
  rm -f "$policy"
  policy_is_ours=
}
