# Sourced by backup and restore: the portal's file storage, as rclone names it.
export RCLONE_CONFIG=/dev/null RCLONE_CONFIG_PORTAL_TYPE=s3 RCLONE_CONFIG_PORTAL_PROVIDER=Other
export RCLONE_CONFIG_PORTAL_ENDPOINT=$S3_ENDPOINT RCLONE_CONFIG_PORTAL_FORCE_PATH_STYLE=true
export RCLONE_CONFIG_PORTAL_ACCESS_KEY_ID=$S3_ACCESS_KEY RCLONE_CONFIG_PORTAL_SECRET_ACCESS_KEY=$S3_SECRET_KEY
if [ -n "${S3_CA_FILE:-}" ]; then export RCLONE_CA_CERT=$S3_CA_FILE; fi
export RCLONE_TRANSFERS=16 RCLONE_CHECKERS=16

# seal_files_with KEY FOLDER: sealed: is that folder, with contents and names encrypted by that key.
seal_files_with() {
  RCLONE_CONFIG_SEALED_PASSWORD=$(rclone obscure - <<<"$1")
  export RCLONE_CONFIG_SEALED_TYPE=crypt RCLONE_CONFIG_SEALED_REMOTE=$2 RCLONE_CONFIG_SEALED_PASSWORD
}

# How many files and folders are in the bucket at its top. One that does not exist yet (rclone's exit code 3) has none; if the
# storage does not answer, this fails.
entries_of_bucket() {
  local listed errors code=0
  errors=$(mktemp)
  # A warning is no entry, so the two are kept apart.
  listed=$(rclone lsf --max-depth 1 "portal:$S3_BUCKET" 2>"$errors") || code=$?
  case $code in
    0) printf %s "$listed" | grep -c '' || true ;;
    3)
      code=0
      echo 0
      ;;
    *) cat "$errors" >&2 ;;
  esac
  rm -f "$errors"
  return "$code"
}
