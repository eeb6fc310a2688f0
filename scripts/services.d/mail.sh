# shellcheck shell=bash
# MailDev: an SMTP server that delivers nothing and shows the received mails over HTTP.

mail_up() {
  if [ -n "${SMTP_URL:-}" ] && ! is_own mail SMTP_URL; then
    record_environment given mail SMTP_URL "$SMTP_URL" ${MAILDEV_URL:+MAILDEV_URL "$MAILDEV_URL"}
    return
  fi
  local program=$root/node_modules/maildev/bin/maildev smtp_port web_port
  [ -f "$program" ] || fail "MailDev is missing; run 'scripts/with-node npm ci' first"
  if daemon_pid maildev >/dev/null; then
    smtp_port=$(kept_port SMTP_PORT)
    web_port=$(kept_port MAILDEV_PORT)
  else
    smtp_port=$(pick_port SMTP_PORT 21025)
    web_port=$(pick_port MAILDEV_PORT 21080)
    # Run with-node once first: it may have to download Node, which takes longer than the time limit for starting a daemon.
    "$root/scripts/with-node" node --version >/dev/null
    mkdir -p "$state/mail"
    launch maildev - "$root/scripts/with-node" node \
      --import "$root/scripts/services.d/survive-lost-clients.mjs" "$program" --ip "$host" --smtp "$smtp_port" \
      --web-ip "$host" --web "$web_port" --mail-directory "$state/mail"
  fi
  wait_until maildev 60 mail_answers "$smtp_port" "$web_port"
  record_environment own mail SMTP_URL "smtp://$host:$smtp_port" MAILDEV_URL "http://$host:$web_port"
}

mail_answers() {
  [[ $(ask "$1" '') == 220* && $(ask "$2" 'GET /healthz HTTP/1.0\r\n\r\n') == HTTP/1.?' 200'* ]]
}
