#!/bin/sh
# Run once, when PostgreSQL sets itself up: the owner of the schema, the server's role, which owns nothing, and the database.
# The passwords stay in the environment, because anybody on the machine may read a command line.
set -eu
: "${PORTAL_OWNER_PASSWORD:?}" "${PORTAL_APP_PASSWORD:?}"
for password in "$PORTAL_OWNER_PASSWORD" "$PORTAL_APP_PASSWORD" "${PORTAL_BACKUP_PASSWORD:-}"; do
  [ "$password" != change-me ] || { echo 'Choose passwords of your own: change-me is everybody’s.' >&2; exit 1; }
done
# A statement that fails would stand in the log with its password.
PGOPTIONS="-c log_statement=none -c log_min_error_statement=panic -c log_min_duration_statement=-1"
export PGOPTIONS
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" <<'SQL'
\getenv owner_password PORTAL_OWNER_PASSWORD
\getenv app_password PORTAL_APP_PASSWORD
create role portal_owner login nosuperuser nobypassrls password :'owner_password';
create role portal_app login nosuperuser nobypassrls nocreatedb nocreaterole password :'app_password';
alter role portal_app set statement_timeout = '15s';
alter role portal_app set idle_in_transaction_session_timeout = '30s';
create database portal owner portal_owner;
\connect portal
create extension if not exists pg_trgm;
create extension if not exists pg_stat_statements;
SQL
# The role of deploy/backup sees every row and writes nothing.
if [ -n "${PORTAL_BACKUP_PASSWORD:-}" ]; then
  psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" <<'SQL'
\getenv backup_password PORTAL_BACKUP_PASSWORD
create role portal_backup login nosuperuser bypassrls password :'backup_password';
grant pg_read_all_data to portal_backup;
SQL
fi
