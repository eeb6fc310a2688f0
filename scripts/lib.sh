# Sourced by the other scripts in this folder.

# Installs the dependencies of package-lock.json, unless they are already installed.
install_dependencies() {
  local stamp=node_modules/.package-lock.json
  [ -f "$stamp" ] && [ ! package-lock.json -nt "$stamp" ] && return
  echo 'Installing the dependencies: about a minute …'
  scripts/with-node npm ci --ignore-scripts --loglevel=error
}

beside_names=() beside_pids=() beside_outputs=()

# beside NAME COMMAND…   starts the command in the background; end_of_beside prints its output
beside() {
  local name=$1 output
  shift
  output=$(mktemp)
  ("$@") >"$output" 2>&1 &
  beside_names+=("$name") beside_pids+=($!) beside_outputs+=("$output")
}

# Waits for all commands that beside has started and prints their output in order; fails if one of them failed.
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
