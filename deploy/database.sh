# Sourced by backup and restore. without_password URL: $database is that address without its password, which goes into the
# environment, because anybody on the machine may read a command line. An address may also have none: see libpq's ~/.pgpass.
without_password() {
  database=$1
  case $database in *[?\&]password=*) echo 'A password stands before the @ of an address.' >&2; return 1 ;; esac
  if [[ $database =~ ^(postgres(ql)?://[^:/@]*):([^@]*)@(.*)$ ]]; then
    database=${BASH_REMATCH[1]}@${BASH_REMATCH[4]}
    local written=${BASH_REMATCH[3]//\\/\\\\}
    printf -v PGPASSWORD '%b' "${written//%/\\x}"
    export PGPASSWORD
  fi
}
