# Sourced by the scripts beside it.

# The dependencies of package-lock.json, unless they are in place already.
install_dependencies() {
  local stamp=node_modules/.package-lock.json
  [ -f "$stamp" ] && [ ! package-lock.json -nt "$stamp" ] && return
  echo 'Installing the dependencies: about a minute …'
  scripts/with-node npm ci --ignore-scripts --loglevel=error
}
