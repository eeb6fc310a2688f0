import { isIPv4 } from 'node:net';

type Given = Readonly<Record<string, string | undefined>>;

const OR_NAMED = 'or name its host in PRIVATE_NETWORK_HOSTS if the network to it is private';

/** Says in which way a setting would send something in plain text to another machine; null when it does not. */
export function plainTextOf(name: string, given: Given): string | null {
  const value = given[name];
  switch (name) {
    case 'S3_PUBLIC_ENDPOINT':
      // Browsers upload there, and they are in nobody's private network.
      if (value !== undefined)
        return value.startsWith('https://') ? null : 'must begin with https:// in production';
      return given['S3_ENDPOINT']?.startsWith('http://')
        ? 'must be set in production where S3_ENDPOINT does not begin with https://'
        : null;
    case 'RECAPTCHA_SCRIPT_URL':
    case 'PLAID_SCRIPT_URL':
      return value?.startsWith('http://') ? 'must begin with https:// in production' : null;
    case 'S3_ENDPOINT':
    case 'PLAID_BASE_URL':
    case 'RECAPTCHA_VERIFY_URL':
    case 'OTEL_EXPORTER_OTLP_ENDPOINT':
      return value?.startsWith('http://') && !isPrivate(hostOf(value), given)
        ? `must begin with https:// in production, ${OR_NAMED}`
        : null;
    case 'DATABASE_URL':
    case 'DATABASE_DIRECT_URL':
    case 'DATABASE_OWNER_URL':
      return value === undefined ? null : plainDatabase(value, given);
    case 'SMTP_URL':
      return value === undefined ? null : plainMail(value, given);
    case 'CLAMD_HOST':
      return value === undefined || value.startsWith('/') || isPrivate(value, given)
        ? null
        : `must be this machine in production, as clamd has no encryption: take its socket or a tunnel to it, ${OR_NAMED}`;
    case 'HOST':
      return value === undefined || given['TLS_CERT_FILE'] !== undefined || isPrivate(value, given)
        ? null
        : `must be this machine in production unless TLS_CERT_FILE is set, ${OR_NAMED}`;
    default:
      return null;
  }
}

/** Only verify-full both encrypts and makes sure whose server it is. A socket never leaves the machine. */
function plainDatabase(value: string, given: Given): string | null {
  const query = parametersOf(value);
  // The driver takes the last of two, and others the first.
  if (new Set(query.keys()).size < query.size) return 'must give each of its parameters once in production';
  const host = query.get('host') ?? decodeURIComponent(hostOf(value));
  if (host === '' || host.startsWith('/') || isPrivate(host, given)) return null;
  return query.get('sslmode') === 'verify-full'
    ? null
    : `must end with sslmode=verify-full in production, ${OR_NAMED}`;
}

function plainMail(value: string, given: Given): string | null {
  if (isPrivate(hostOf(value), given)) return null;
  const query = parametersOf(value);
  const isEncrypted =
    value.startsWith('smtps://') || (query.get('requireTLS') === 'true' && !query.has('ignoreTLS'));
  if (!isEncrypted)
    return `must begin with smtps://, or end with ?requireTLS=true, in production, ${OR_NAMED}`;
  return query.has('tls.rejectUnauthorized')
    ? 'must check the certificate of the server in production'
    : null;
}

function isPrivate(host: string, given: Given): boolean {
  const bare = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (bare === 'localhost' || bare === '::1' || (isIPv4(bare) && bare.startsWith('127.'))) return true;
  const named = (given['PRIVATE_NETWORK_HOSTS'] ?? '').split(',').map((entry) => entry.trim().toLowerCase());
  return named.includes(bare);
}

// What is no address at all is told by the setting's own check.
const hostOf = (value: string) => (URL.canParse(value) ? new URL(value).hostname : '');
const parametersOf = (value: string) =>
  URL.canParse(value) ? new URL(value).searchParams : new URLSearchParams();
