# shellcheck shell=bash
# PostgreSQL, with one role that owns the schema and one for the app, which is subject to row-level security.
#
#   DATABASE_OWNER_URL and DATABASE_URL that both answer: used as they are.
#   Only one URL that answers: the owner's. The role portal_app is created if necessary, and its URL is derived.
#   Otherwise: a private cluster below the state folder.

postgres_bin=${POSTGRES_BIN:-/usr/lib/postgresql/15/bin}

# Passwords for a private server on loopback. They protect nothing secret, so they can be constants.
owner_password=portal-owner-dev
app_password=portal-app-dev

postgres_up() {
  if postgres_given; then return; fi
  need "$postgres_bin/initdb" postgresql-15
  local data=$state/postgres/data port
  postgres_in_memory
  own_folder postgres "$state/postgres"
  if daemon_pid postgres >/dev/null; then
    port=$(kept_port POSTGRES_PORT)
  else
    port=$(pick_port POSTGRES_PORT 25432)
    [ -f "$data/PG_VERSION" ] || postgres_create "$data"
    postgres_clear_stale_lock "$data"
    postgres_settings "$port" >"$state/postgres.conf"
    launch postgres postgres "$postgres_bin/postgres" -D "$data" -c "config_file=$state/postgres.conf"
  fi
  # Crash recovery after a kill can replay up to max_wal_size.
  wait_until postgres 300 postgres_answers "$port"
  postgres_roles "$port"
  record_environment own postgres \
    DATABASE_OWNER_URL "postgresql://portal_owner:$owner_password@$host:$port/portal" \
    DATABASE_URL "postgresql://portal_app:$app_password@$host:$port/portal"
}

# ---- a server from the caller's environment ----

url_answers() { PGCONNECT_TIMEOUT=5 psql -X -qAt -d "$1" -c 'select 1' >/dev/null 2>&1; }

postgres_given() {
  local owner=${DATABASE_OWNER_URL:-} app=${DATABASE_URL:-}
  [ -n "$owner$app" ] || return 1
  if [ -n "$app" ] && is_own postgres DATABASE_URL; then return 1; fi
  need psql postgresql-client
  if [ -n "$owner" ] && [ -n "$app" ]; then
    if url_answers "$owner" && url_answers "$app"; then
      record_environment given postgres DATABASE_OWNER_URL "$owner" DATABASE_URL "$app"
      return 0
    fi
    note "DATABASE_OWNER_URL and DATABASE_URL are set but do not both answer; a private server is used instead"
    return 1
  fi
  owner=${owner:-$app}
  if ! url_answers "$owner"; then
    note "the database URL in the environment does not answer; a private server is used instead"
    return 1
  fi
  postgres_app_role_on "$owner"
}

# The server may be shared, so the role gets a random password there, which is stored only in this state folder.
postgres_app_role_on() {
  local owner=$1 password file=$state/given-app-password app
  [[ $owner =~ ^(postgres(ql)?://)([^/@]*@)?(.*)$ ]] && [[ $owner != *[?\&]user=* ]] ||
    fail "DATABASE_URL must look like postgresql://user:password@host:port/database"
  local scheme=${BASH_REMATCH[1]} rest=${BASH_REMATCH[4]}
  [ -s "$file" ] || (umask 077 && random_word >"$file")
  password=$(<"$file")
  app=${scheme}portal_app:$password@$rest
  if ! url_answers "$app"; then
    psql -X -q -v ON_ERROR_STOP=1 -v password="$password" -d "$owner" -f - <<'SQL' ||
select 'create role portal_app' where not exists (select from pg_roles where rolname = 'portal_app') \gexec
alter role portal_app login password :'password';
alter role portal_app set statement_timeout = '15s';
alter role portal_app set idle_in_transaction_session_timeout = '30s';
SQL
      fail "the owner of DATABASE_URL may not manage the role portal_app; create it, and set DATABASE_OWNER_URL and DATABASE_URL"
    url_answers "$app" || fail "portal_app cannot log in to the database of DATABASE_URL"
  fi
  # If the app role could bypass row-level security, every test of row-level security would be meaningless.
  local powers
  powers=$(psql -X -qAt -d "$owner" -c "select rolsuper or rolbypassrls or rolcreatedb from pg_roles where rolname = 'portal_app'")
  if [ "$powers" != f ]; then
    psql -X -q -d "$owner" -c 'alter role portal_app nosuperuser nobypassrls nocreatedb' ||
      fail "portal_app may bypass row-level security on that server, and its owner may not change that"
  fi
  record_environment given postgres DATABASE_OWNER_URL "$owner" DATABASE_URL "$app"
}

# ---- a private cluster ----

random_word() { od -An -N18 -tx1 /dev/urandom | tr -d ' \n'; }

postgres_create() {
  local data=$1 password pwfile=$state/postgres/pwfile
  # Created under another name and then moved, so that an interrupted initdb is never mistaken for a cluster.
  rm -rf "$data.new"
  # With the superuser's password one can run programs as the postgres user, so it is random and not a constant.
  password=$(random_word)
  (umask 077 && echo "$host:*:*:postgres:$password" >"$state/superuser.pgpass" && echo "$password" >"$pwfile")
  if ((EUID == 0)); then chown postgres: "$pwfile"; fi
  as_user postgres "$postgres_bin/initdb" -D "$data.new" -U postgres --pwfile="$pwfile" -A scram-sha-256 \
    -E UTF8 --locale=C.UTF-8 --data-checksums >"$state/log/initdb.log" 2>&1 </dev/null ||
    fail "initdb failed; its log is $state/log/initdb.log"
  rm -f "$pwfile"
  as_user postgres mv "$data.new" "$data"
}

# Not every package of the server has it, and only npm run bench needs it.
has_statement_statistics() {
  compgen -G "${postgres_bin%/bin}/lib/pg_stat_statements.so" >/dev/null || compgen -G "${postgres_bin%/bin}/lib/*/pg_stat_statements.so" >/dev/null
}

# The settings are outside the cluster, override those of initdb, and are written at every start, so a change
# here applies to existing clusters too.
# In CI nothing outlives the run, and each test file makes and drops a database, which would wait for the disk each time.
# The log is shorter there, because it may be in memory with the rest of the cluster.
postgres_durability() {
  if [ -n "${CI:-}" ]; then printf 'fsync = off\nfull_page_writes = off\nmax_wal_size = 1GB\n'; fi
}

# Kilobytes of /dev/shm: "size" or "avail". Not every container has it.
shared_memory_kb() {
  [ -d /dev/shm ] || { echo 0 && return; }
  df --output="$1" -k /dev/shm | tail -n 1
}

# A database is a thousand files, and ext4 takes five times as long to create files where many were deleted in the last
# minutes. In CI the cluster is therefore in memory, if there is enough.
postgres_in_memory() {
  if [ -z "${CI:-}" ] || [ -d "$state/postgres" ]; then return 0; fi
  (($(shared_memory_kb avail) >= 8 * 1024 * 1024)) || return 0
  ln -sfn "$(mktemp -d /dev/shm/portal-postgres.XXXXXX)" "$state/postgres"
}

# What is in memory goes when the server is stopped.
postgres_after_down() {
  if [ -L "$state/postgres" ]; then rm -rf "$(readlink "$state/postgres")" "$state/postgres"; fi
}

# The memory settings are for a development machine with 2 cores and 24 GiB. There is no Unix socket, because the
# limit on the length of its path would limit where a clone can be.
postgres_settings() {
  cat <<CONF
include '$state/postgres/data/postgresql.conf'
listen_addresses = '$host'
port = $1
unix_socket_directories = ''
max_connections = 100
shared_buffers = 2GB
effective_cache_size = 12GB
work_mem = 32MB
maintenance_work_mem = 1GB
max_wal_size = 8GB
checkpoint_timeout = 15min
synchronous_commit = on
$(postgres_durability)
jit = off
shared_preload_libraries = '$(has_statement_statistics && echo pg_stat_statements)'
timezone = 'UTC'
log_timezone = 'UTC'
CONF
  # Containers often have 64 MB of /dev/shm or none, too little for parallel queries with this work_mem.
  if (($(shared_memory_kb size) < 1024 * 1024)); then echo "dynamic_shared_memory_type = mmap"; fi
}

# PostgreSQL refuses to start while the pid in its lock file exists, even if another process got that pid after a
# reboot. The lock also protects against orphaned backends that still write, so it is removed only when no process
# uses the data folder any more.
postgres_clear_stale_lock() {
  local data=$1 cwd deadline=$((SECONDS + 20)) busy=yes
  [ -f "$data/postmaster.pid" ] || return 0
  while [ -n "$busy" ]; do
    busy=
    for cwd in /proc/[0-9]*/cwd; do
      if [ "$cwd" -ef "$data" ]; then busy=${cwd//[!0-9]/}; fi
    done
    if [ -n "$busy" ]; then
      ((SECONDS < deadline)) || fail "process $busy, which this script has not started, still uses $data"
      sleep 0.2
    fi
  done
  rm -f "$data/postmaster.pid"
}

# superuser PORT PSQL-ARGUMENT…
superuser() (
  # shellcheck disable=SC2086
  unset ${!PG@}
  export PGPASSFILE=$state/superuser.pgpass PGCONNECT_TIMEOUT=5 PGOPTIONS='-c client_min_messages=warning'
  exec psql -X -qAt -v ON_ERROR_STOP=1 -h "$host" -p "$1" -U postgres "${@:2}"
)

postgres_answers() { superuser "$1" -d postgres -c 'select 1' >/dev/null 2>&1; }

postgres_roles() {
  superuser "$1" -d postgres -v owner="$owner_password" -v app="$app_password" -f - <<'SQL'
select format('create role %I', name) from unnest(array['portal_owner', 'portal_app']) as name
 where not exists (select from pg_roles where rolname = name) \gexec
alter role portal_owner login nosuperuser createdb nocreaterole nobypassrls password :'owner';
alter role portal_app login nosuperuser nocreatedb nocreaterole nobypassrls password :'app';
alter role portal_app set statement_timeout = '15s';
alter role portal_app set idle_in_transaction_session_timeout = '30s';
select 'create database portal owner portal_owner'
 where not exists (select from pg_database where datname = 'portal') \gexec
SQL
  local database
  # In template1 too, so that databases created later for tests have the extensions without a superuser.
  for database in template1 portal; do
    superuser "$1" -d "$database" -c 'create extension if not exists pg_trgm'
    if has_statement_statistics; then superuser "$1" -d "$database" -c 'create extension if not exists pg_stat_statements'; fi
  done
}
