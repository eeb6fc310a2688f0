# shellcheck shell=bash
# S3 from Debian's own packages: the Ceph RADOS Gateway, over one monitor and one object store daemon. It is a
# real server that checks access keys and signatures, so a test that a wrong secret is refused is meaningful.

# Keys for a private server on loopback. They protect nothing secret, so they can be constants.
s3_access_key=portal-dev
s3_secret_key=portal-dev-secret
# The identity with which uploads are signed. It may do nothing until the portal lets it put files into the bucket for uploads.
s3_upload_user=portal-upload
s3_upload_access_key=portal-upload-dev
s3_upload_secret_key=portal-upload-dev-secret

s3_up() {
  if [ -n "${S3_ENDPOINT:-}" ] && ! is_own s3 S3_ENDPOINT; then
    local name
    for name in S3_ACCESS_KEY S3_SECRET_KEY S3_UPLOAD_ACCESS_KEY S3_UPLOAD_SECRET_KEY; do
      [ -n "${!name:-}" ] || fail "S3_ENDPOINT is set; $name must be set with it"
    done
    record_environment given s3 S3_ENDPOINT "$S3_ENDPOINT" S3_ACCESS_KEY "$S3_ACCESS_KEY" \
      S3_SECRET_KEY "$S3_SECRET_KEY" S3_BUCKET "${S3_BUCKET:-portal}" \
      S3_UPLOAD_ACCESS_KEY "$S3_UPLOAD_ACCESS_KEY" S3_UPLOAD_SECRET_KEY "$S3_UPLOAD_SECRET_KEY" \
      S3_UPLOAD_BUCKET "${S3_UPLOAD_BUCKET:-portal-uploads}" S3_UPLOAD_PRINCIPAL "${S3_UPLOAD_PRINCIPAL:-}"
    return
  fi
  need ceph-mon ceph-mon
  need ceph-osd ceph-osd
  need radosgw radosgw
  need ceph ceph-common
  ceph_home=$state/ceph
  local port
  if daemon_pid radosgw >/dev/null || daemon_pid ceph-osd >/dev/null || daemon_pid ceph-mon >/dev/null; then
    port=$(kept_port S3_PORT)
  else
    # One port for the gateway, two for the monitor, and sixty for the object store daemon to choose from.
    port=$(pick_port S3_PORT 27480 63)
  fi
  s3_monitor_port=$((port + 1))
  if [ ! -f "$ceph_home/complete" ]; then
    s3_create "$port"
  elif [ "$(<"$ceph_home/complete")" != "$s3_monitor_port" ]; then
    s3_move_monitor "$port"
  fi
  s3_settings "$port"
  local started=
  daemon_pid ceph-mon >/dev/null || { s3_launch ceph-mon -i a && started=yes; }
  wait_until ceph-mon 60 s3_monitor_answers
  daemon_pid ceph-osd >/dev/null || { s3_launch ceph-osd -i 0 && started=yes; }
  daemon_pid radosgw >/dev/null || { s3_launch radosgw -n client.rgw.a && started=yes; }
  # At its first start the gateway has to create its pools.
  wait_until radosgw 180 s3_gateway_answers "$port"
  # The gateway answers before its store is ready. Looking up a user reads from the store, so it waits for that.
  if [ -n "$started" ] || [ ! -f "$ceph_home/users" ]; then s3_users; fi
  record_environment own s3 S3_ENDPOINT "http://$host:$port" S3_ACCESS_KEY "$s3_access_key" \
    S3_SECRET_KEY "$s3_secret_key" S3_BUCKET portal \
    S3_UPLOAD_ACCESS_KEY "$s3_upload_access_key" S3_UPLOAD_SECRET_KEY "$s3_upload_secret_key" \
    S3_UPLOAD_BUCKET portal-uploads S3_UPLOAD_PRINCIPAL "arn:aws:iam:::user/$s3_upload_user"
}

ceph_tool() { as_user ceph "$@" -c "$ceph_home/ceph.conf"; }

s3_launch() { launch "$1" ceph "$1" -f -c "$ceph_home/ceph.conf" "${@:2}"; }

# A monitor sends the banner of its protocol as soon as a client connects.
s3_monitor_answers() { [[ $(ask "$s3_monitor_port" '') == ceph* ]]; }

s3_gateway_answers() { [[ $(ask "$1" 'GET / HTTP/1.0\r\n\r\n') == HTTP/1.?' 200'* ]]; }

s3_monitor_address() { echo "[v2:$host:$1,v1:$host:$(($1 + 1))]"; }

# Written at every start, because paths and ports may have changed since the cluster was created.
s3_settings() {
  cat >"$ceph_home/ceph.conf" <<CONF
[global]
fsid = $(<"$ceph_home/fsid")
mon_host = $(s3_monitor_address "$(($1 + 1))")
public_addr = $host
cluster_addr = $host
ms_bind_ipv6 = false
ms_bind_port_min = $(($1 + 3))
ms_bind_port_max = $(($1 + 62))
keyring = $ceph_home/keyring
run_dir = $ceph_home/run
# Not used; the limit on the length of a Unix socket's path would limit where a clone can be.
admin_socket =
log_to_file = false
log_to_stderr = true
mon_cluster_log_to_file = false
crash_dir = $ceph_home/run
# One copy on one daemon on one host.
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 8
osd_pool_default_pgp_num = 8
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
[mon]
mon_data = $ceph_home/mon
# A development disk is often nearly full.
mon_data_avail_crit = 1
[osd]
osd_data = $ceph_home/osd\$id
# A sparse file; the minimum memory that Ceph allows.
bluestore_block_size = 10737418240
osd_memory_target = 939524096
[client.rgw.a]
rgw_data = $ceph_home/rgw
rgw_frontends = beast endpoint=$host:$1
CONF
}

# The folder is used only if it contains the file 'complete'. The remains of an interrupted attempt are deleted,
# because the steps cannot be repeated one by one.
s3_create() {
  local port=$1 log=$state/log/ceph-create.log secret id
  s3_stop
  rm -rf "$ceph_home"
  own_folder ceph "$ceph_home"
  as_user ceph mkdir -p "$ceph_home"/{mon,osd0,run,rgw}
  cat /proc/sys/kernel/random/uuid >"$ceph_home/fsid"
  s3_settings "$port"
  {
    s3_key --create-keyring -n mon. --gen-key --cap mon 'allow *' &&
      s3_key -n client.admin --gen-key --cap mon 'allow *' --cap osd 'allow *' &&
      s3_key -n client.rgw.a --gen-key --cap mon 'allow rw' --cap osd 'allow rwx' &&
      as_user ceph monmaptool --create --fsid "$(<"$ceph_home/fsid")" \
        --addv a "$(s3_monitor_address "$s3_monitor_port")" "$ceph_home/monmap" &&
      ceph_tool ceph-mon -i a --mkfs --monmap "$ceph_home/monmap" --keyring "$ceph_home/keyring"
  } >"$log" 2>&1 || fail "the Ceph monitor could not be created; the log is $log"
  s3_launch ceph-mon -i a
  wait_until ceph-mon 60 s3_monitor_answers
  id=$(</proc/sys/kernel/random/uuid)
  secret=$(ceph-authtool --gen-print-key)
  {
    echo "{\"cephx_secret\":\"$secret\"}" | ceph_tool ceph --connect-timeout 60 osd new "$id" -i - &&
      s3_key -n osd.0 --add-key "$secret" &&
      ceph_tool ceph-osd -i 0 --mkfs --osd-uuid "$id" &&
      ceph_tool ceph --connect-timeout 60 osd crush add osd.0 1 host=localhost root=default
  } >>"$log" 2>&1 || fail "the Ceph object store could not be created; the log is $log"
  echo "$s3_monitor_port" >"$ceph_home/complete"
}

s3_key() { as_user ceph ceph-authtool "$ceph_home/keyring" "$@"; }

# A monitor stores its own address in its database, so a new port has to be written there.
s3_move_monitor() {
  local map=$ceph_home/monmap log=$state/log/ceph-move.log
  {
    ceph_tool ceph-mon -i a --extract-monmap "$map" &&
      as_user ceph monmaptool --rm a "$map" &&
      as_user ceph monmaptool --addv a "$(s3_monitor_address "$s3_monitor_port")" "$map" &&
      ceph_tool ceph-mon -i a --inject-monmap "$map"
  } >"$log" 2>&1 || fail "the Ceph monitor could not be moved to port $s3_monitor_port; the log is $log"
  echo "$s3_monitor_port" >"$ceph_home/complete"
}

s3_users() {
  local log=$state/log/ceph-user.log
  if s3_add_user portal "$s3_access_key" "$s3_secret_key"; then
    # Otherwise the gateway creates these at the first upload, which then takes seconds.
    local pool
    for pool in index data; do
      ceph_tool ceph osd pool create "default.rgw.buckets.$pool" >>"$log" 2>&1
      ceph_tool ceph osd pool application enable "default.rgw.buckets.$pool" rgw >>"$log" 2>&1
    done
  fi
  s3_add_user "$s3_upload_user" "$s3_upload_access_key" "$s3_upload_secret_key" --max-buckets=-1 || true
  touch "$ceph_home/users"
}

# s3_add_user NAME ACCESS_KEY SECRET_KEY [OPTION]: false when there is one already.
s3_add_user() {
  ! ceph_tool timeout 120 radosgw-admin user info --uid="$1" >"$log" 2>&1 || return 1
  ceph_tool timeout 120 radosgw-admin user create --uid="$1" --display-name="$1" \
    --access-key="$2" --secret-key="$3" "${@:4}" >"$log" 2>&1 ||
    fail "the S3 user $1 could not be created; the log is $log"
}

s3_stop() {
  local daemon
  for daemon in radosgw ceph-osd ceph-mon; do stop_daemon "$daemon" || true; done
}
