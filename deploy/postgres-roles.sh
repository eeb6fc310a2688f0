#!/bin/sh
# Run once, when PostgreSQL sets itself up: the owner of the schema, the server's role, which owns nothing, and the database.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" \
  --set owner_password="$PORTAL_OWNER_PASSWORD" --set app_password="$PORTAL_APP_PASSWORD" <<'SQL'
create role portal_owner login nosuperuser nobypassrls password :'owner_password';
create role portal_app login nosuperuser nobypassrls nocreatedb nocreaterole password :'app_password';
create database portal owner portal_owner;
\connect portal
create extension if not exists pg_trgm;
create extension if not exists pg_stat_statements;
SQL
