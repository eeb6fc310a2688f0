# Sourced by the scripts beside it.

# The dependencies of package-lock.json, unless they are in place already.
install_dependencies() {
  local stamp=node_modules/.package-lock.json
  [ -f "$stamp" ] && [ ! package-lock.json -nt "$stamp" ] && return
  echo 'Installing the dependencies: about a minute …'
  scripts/with-node npm ci --ignore-scripts --loglevel=error
}

beside_names=() beside_pids=() beside_outputs=()

# beside NAME COMMAND…   starts it and goes on; end_of_beside shows what it wrote
beside() {
  local name=$1 output
  shift
  output=$(mktemp)
  ("$@") >"$output" 2>&1 &
  beside_names+=("$name") beside_pids+=($!) beside_outputs+=("$output")
}

# Waits for everything that was started beside this, and shows it in order; fails where one of it has.
end_of_beside() {
  local index failed=()
  for index in "${!beside_pids[@]}"; do
    wait "${beside_pids[index]}" || failed+=("${beside_names[index]}")
    echo "— ${beside_names[index]}"
    cat "${beside_outputs[index]}"
    rm -f "${beside_outputs[index]}"
  done
  beside_names=() beside_pids=() beside_outputs=()
  if [ ${#failed[@]} -gt 0 ]; then
    echo "Failed: ${failed[*]}" >&2
    return 1
  fi
}
