import * as z from 'zod';
import { PRODUCT_NAME } from '../../../shared/domain/product-name.ts';
import { MAX_CELL } from '../cells/id-ranges.ts';

/** What an operator reads about a setting, in `docs/operations.md` and when it is missing. */
export interface About extends Record<string, unknown> {
  about: string;
  example: string;
  /** The default with NODE_ENV=production, if it differs. */
  inProduction?: string;
}

const about = (text: string, example: string): About => ({ about: text, example });

function listed(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

export const address = z.url('must be a whole address');
const text = z.string('must be set').min(1);
const secret = z.string('must be set').min(32, 'must have 32 characters or more');
const port = z.coerce.number('must be a number').int('must be a whole number').min(1).max(65_535);
const connections = (least: number) =>
  z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(least, `must be ${least} or more`)
    .max(1_000);
const seconds = z.coerce.number('must be a number of seconds').min(0).max(3_600);
export const file = z.string().regex(/^\//, 'must be the whole path of a file');
const oneOf = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.enum(words, `must be one of ${words.join(', ')}`);

const encryptionKey = z
  .string('must be set')
  .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64, e.g. from: openssl rand -base64 32')
  .transform((encoded) => Buffer.from(encoded, 'base64'));

export const encryptionKeys = {
  ENCRYPTION_KEY: encryptionKey.meta(
    about(
      'Encrypts what must be read again (second factors, bank numbers, bank connections) before it reaches the database.',
      'openssl rand -base64 32',
    ),
  ),
  ENCRYPTION_KEYS_OLD: z
    .string()
    .default('')
    .transform(listed)
    .pipe(z.array(encryptionKey))
    .meta(
      about(
        'Keys of before, comma-separated: they open what they encrypted until `rotate-keys` has been through.',
        'the old ENCRYPTION_KEY',
      ),
    ),
};

/** libpq tries several servers until one can be written to. The driver here takes one, and would misread the others. */
function severalServers(url: unknown): string | null {
  if (typeof url !== 'string') return null;
  const servers = /^[a-z]+:\/\/([^/?]*@)?([^/?]*)/i.exec(url)?.[2] ?? '';
  if (!servers.includes(',') && !/[?&](target_session_attrs=|host=[^&]*(,|%2c))/i.test(url)) return null;
  return 'must name one server, without target_session_attrs: an address that follows the primary, such as that of HAProxy, PgBouncer or a virtual IP';
}

export const database = {
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: ({ input }) => severalServers(input) ?? 'must be an address that begins with postgresql://',
    })
    .refine((url) => severalServers(url) === null, { error: ({ input }) => severalServers(input) ?? '' })
    .meta(
      about(
        "The database, as the server's role, which row-level security holds for. The api may reach it through PgBouncer.",
        'postgresql://portal_app:…@db.internal/portal?sslmode=verify-full',
      ),
    ),
};

const directDatabase = {
  DATABASE_DIRECT_URL: database.DATABASE_URL.optional().meta(
    about(
      'The same database without PgBouncer, for what needs a session: worker, commands, imports. Needed where DATABASE_URL leads through it; the same unless set.',
      'postgresql://portal_app:…@db.internal/portal?sslmode=verify-full',
    ),
  ),
};

/** What a program needs that keeps its session between transactions. */
export const sessionDatabase = { ...database, ...directDatabase };

export const databaseOwner = {
  DATABASE_OWNER_URL: database.DATABASE_URL.meta(
    about(
      'The database, as the owner of the schema. Read by `migrate`, `tenant add` and `tenant host`: neither api nor worker needs it.',
      'postgresql://portal_owner:…@db.internal/portal?sslmode=verify-full',
    ),
  ),
};

export const cellNumber = {
  CELL: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, `must be a number from 0 to ${MAX_CELL}`)
    .max(MAX_CELL, `must be a number from 0 to ${MAX_CELL}`)
    .optional()
    .meta(
      about(
        'The number of this installation, where an operator runs several: their ids never meet. `migrate` writes it into an empty database, for good; without it the number is 0.',
        '1',
      ),
    ),
};

export const publicOrigin = {
  PUBLIC_ORIGIN: address.meta(
    about(
      'The address people type, where a tenant has no host name of its own. Links and origin checks come from these names, never from a header.',
      'https://portal.example.com',
    ),
  ),
};

/** The number of database connections that each process may hold. */
const poolSizes = {
  DATABASE_POOL_SIZE: connections(8)
    .default(20)
    .meta(
      about(
        'Connections to the database that an api process may hold for requests. Downloads may take four of them for as long as they last; imports have two of their own.',
        '30',
      ),
    ),
  DATABASE_POOL_SIZE_SIGN_IN: connections(1)
    .default(4)
    .meta(about('Those that an api process may hold beside them to count attempts to sign in.', '4')),
  DATABASE_POOL_SIZE_WORKER: connections(4)
    .default(10)
    .meta(about("Those that a worker process may hold for its jobs' own work.", '10')),
  DATABASE_POOL_SIZE_QUEUE: connections(5)
    .default(10)
    .meta(about('Those that a worker process may hold beside them to take jobs from the queue.', '10')),
  DATABASE_POOL_SIZE_OPERATIONS: connections(1)
    .default(1)
    .meta(
      about(
        'Those that each process keeps for readiness and metrics, which must not stand in line behind requests.',
        '1',
      ),
    ),
};

const databaseLimits = {
  DATABASE_QUERY_TIMEOUT_SECONDS: z.coerce
    .number('must be a number of seconds')
    .min(1, 'must be 1 or more')
    .max(3_600)
    .default(20)
    .meta(
      about(
        'How long an answer of the database is waited for before it counts as gone, and its connection is closed. More than the statement_timeout of its role, which is 15.',
        '20',
      ),
    ),
};

/** The settings of the api and the worker. */
export const settings = {
  ...sessionDatabase,
  ...poolSizes,
  ...databaseLimits,
  ...cellNumber,
  ...publicOrigin,
  PASSWORD_PEPPER: secret.meta(
    about('Mixed into every password hash and kept outside the database.', 'openssl rand -base64 48'),
  ),
  PASSWORD_PEPPERS_OLD: z
    .string()
    .default('')
    .transform(listed)
    .pipe(z.array(secret))
    .meta(
      about(
        'Peppers of before, comma-separated, the newest first: they check the passwords that nobody has signed in with since.',
        'the old PASSWORD_PEPPER',
      ),
    ),
  SIGN_IN_SECRET: secret.meta(
    about('Signs captcha challenges and keys the counters of attempts.', 'openssl rand -base64 48'),
  ),
  ...encryptionKeys,
  S3_ENDPOINT: address.meta(about('The file storage, as the server reaches it.', 'https://s3.internal:8333')),
  S3_CA_FILE: file
    .optional()
    .meta(
      about(
        'The authority of the certificate of S3_ENDPOINT, if it is your own, in PEM. No other is trusted there then.',
        '/etc/portal/tls/trust/ca.pem',
      ),
    ),
  S3_PUBLIC_ENDPOINT: address
    .optional()
    .meta(
      about(
        'The file storage, as browsers reach it to upload; the same unless set.',
        'https://files.portal.example.com',
      ),
    ),
  S3_ACCESS_KEY: text.meta(about('Of the file storage.', 'portal')),
  S3_SECRET_KEY: text.meta(about('Of the file storage.', 'openssl rand -hex 24')),
  S3_BUCKET: text.meta(
    about('Made at the first start when it is missing. One for each installation.', 'portal'),
  ),
  S3_UPLOAD_BUCKET: text.meta(
    about(
      'Where browsers put files until they are checked. Another bucket, made at the first start when it is missing.',
      'portal-uploads',
    ),
  ),
  S3_UPLOAD_ACCESS_KEY: text.meta(
    about(
      'Of the identity with which uploads are signed. It may put objects into S3_UPLOAD_BUCKET and nothing else: `doctor` tries it.',
      'portal-upload',
    ),
  ),
  S3_UPLOAD_SECRET_KEY: text.meta(about('Of the same identity.', 'openssl rand -hex 24')),
  S3_UPLOAD_PRINCIPAL: z
    .string()
    .optional()
    .meta(
      about(
        "The same identity as the storage's policies name it: the portal then sets the bucket's policy itself. For Ceph; elsewhere its permission is set by whoever runs the storage.",
        'arn:aws:iam:::user/portal-upload',
      ),
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address that begins with smtp:// or smtps://' })
    .meta(about('The mail server that takes our mail.', 'smtps://user:…@smtp.example.com')),
  MAIL_FROM: z
    .string()
    .default('Syndicate Portal <no-reply@portal.example>')
    .meta(
      about(
        'Whom mail is from, where a tenant has not chosen (`portal tenant set … --mail-from`). The mail server must be allowed to send for each of them.',
        "'Harbor Capital <no-reply@harbor.example>'",
      ),
    ),
  CLAMD_HOST: text.meta(
    about(
      'The virus scanner: the path of its socket, which is better as clamd has no encryption, or its host.',
      '/run/clamav/clamd.ctl',
    ),
  ),
  CLAMD_PORT: port.default(3310).meta(about('The port of the virus scanner, if it is a host.', '3310')),
  HOST: z
    .string()
    .default('127.0.0.1')
    .meta(
      about(
        'The address to listen on. Another than this machine’s own takes TLS_CERT_FILE in production.',
        '0.0.0.0',
      ),
    ),
  TLS_CERT_FILE: file
    .optional()
    .meta(
      about(
        'With it, api and worker listen with TLS alone: the certificate, and those between it and its authority, in PEM. A renewed one is taken over within a minute.',
        '/etc/portal/tls/api/cert.pem',
      ),
    ),
  TLS_KEY_FILE: file
    .optional()
    .meta(about('The private key of TLS_CERT_FILE.', '/etc/portal/tls/api/key.pem')),
  PORT: port.default(3000).meta(about('The port of the api.', '3000')),
  WORKER_PORT: port
    .optional()
    .meta(about('The port on which the worker tells its health and metrics; without it, none.', '3001')),
  PRIVATE_NETWORK_HOSTS: z
    .string()
    .default('')
    .transform(listed)
    .meta(
      about(
        'Hosts of a private network, comma-separated, to which production may send in plain text: database, file storage, mail server, virus scanner, trace collector. This machine is always one.',
        'postgres,s3,clamav',
      ),
    ),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(listed)
    .meta(
      about(
        'Proxies whose X-Forwarded-For is believed: addresses or ranges, comma-separated.',
        '10.0.0.5,172.16.0.0/12',
      ),
    ),
  SHUTDOWN_DRAIN_SECONDS: seconds
    .default(0)
    .meta(
      about(
        'How long the api goes on after SIGTERM while /readyz already says 503. Behind a balancer: longer than it takes to notice.',
        '5',
      ),
    ),
  SHUTDOWN_DEADLINE_SECONDS: seconds
    .default(60)
    .meta(
      about('How long running requests, exports and jobs have to finish once the process is stopping.', '60'),
    ),
  PORTAL_NAME: z
    .string()
    .min(1)
    .max(80)
    .default(PRODUCT_NAME)
    .meta(about("Whose the sign-in page is, where it is no tenant's own.", "'Harbor Capital'")),
  SUPPORT_EMAIL: z
    .email('must be an e-mail address')
    .default('support@portal.example')
    .meta(
      about("Where help is on the sign-in page, where it is no tenant's own.", 'help@portal.example.com'),
    ),
  SUPPORT_URL: z
    .url({ protocol: /^(https|mailto)$/, error: 'must begin with https:// or mailto:' })
    .optional()
    .meta(
      about(
        'The customer support that the same page links to; a letter to SUPPORT_EMAIL unless set.',
        'https://portal.example.com/help',
      ),
    ),
  SIGN_IN_TENANT_ID: z
    .uuid('must be a UUID')
    .optional()
    .meta(
      about(
        "Where the portal is one tenant's: its name, color, support and choices are on the sign-in page.",
        '6f9d1c2e-…',
      ),
    ),
  CAPTCHA_PROVIDER: oneOf(['altcha', 'recaptcha'])
    .default('altcha')
    .meta(about('Our own captcha, or reCAPTCHA.', 'altcha')),
  RECAPTCHA_SITE_KEY: z.string().optional().meta(about('Needed with recaptcha.', '6Lc…')),
  RECAPTCHA_SECRET: z.string().optional().meta(about('Needed with recaptcha.', '6Lc…')),
  RECAPTCHA_SCRIPT_URL: address
    .default('https://www.google.com/recaptcha/api.js')
    .meta(
      about(
        "Loaded by the sign-in page; its folder is what the page's policy lets in.",
        'https://www.google.com/recaptcha/api.js',
      ),
    ),
  RECAPTCHA_VERIFY_URL: address
    .default('https://www.google.com/recaptcha/api/siteverify')
    .meta(about('Asked whether a captcha was solved.', 'https://www.google.com/recaptcha/api/siteverify')),
  PLAID_CLIENT_ID: z
    .string()
    .optional()
    .meta(
      about(
        'Of the provider of bank links; without it no bank can be connected.',
        '5f0c1d2e3a4b5c6d7e8f9a0b',
      ),
    ),
  PLAID_SECRET: z.string().optional().meta(about('Needed with PLAID_CLIENT_ID.', '0a1b2c…')),
  PLAID_ENVIRONMENT: oneOf(['sandbox', 'production'])
    .default('sandbox')
    .meta({
      ...about("Which of the provider's environments: in the sandbox there is no real bank.", 'production'),
      inProduction: 'production',
    }),
  PLAID_BASE_URL: address
    .optional()
    .meta(
      about(
        "In place of the environment's own address: a server that speaks its protocol.",
        'http://127.0.0.1:9000',
      ),
    ),
  PLAID_SCRIPT_URL: address
    .default('https://cdn.plaid.com/link/v2/stable/link-initialize.js')
    .meta(
      about(
        "Makes the provider's widget; its folder is what the policy of that page lets in.",
        'https://cdn.plaid.com/link/v2/stable/link-initialize.js',
      ),
    ),
  PLAID_CLIENT_NAME: z
    .string()
    .min(1)
    .max(30, "must have 30 characters at most, by the provider's rules")
    .default(PRODUCT_NAME)
    .meta(about("What people read in the provider's widget.", "'Harbor Capital'")),
  API_DOCS: oneOf(['on', 'off'])
    .default('on')
    .meta({
      ...about(
        'Whether anybody may read the documentation of the calls at /api/docs and /api/operator/docs.',
        'on',
      ),
      inProduction: 'off',
    }),
  LOCAL_SIGN_ON_PROVIDER: oneOf(['on', 'off'])
    .default('off')
    .meta(
      about(
        'Whether a provider of single sign-on may be one on this machine, without TLS: for development. Production refuses it.',
        'off',
      ),
    ),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .meta(about('What is logged, from there up.', 'info')),
  OTEL_EXPORTER_OTLP_ENDPOINT: address
    .optional()
    .meta(
      about(
        'A collector of OpenTelemetry traces, OTLP over HTTP; without it nothing is traced.',
        'https://collector.internal:4318',
      ),
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number from 0 to 1')
    .min(0, 'must be a number from 0 to 1')
    .max(1, 'must be a number from 0 to 1')
    .default(1)
    .meta(about('The share of requests and jobs that is traced.', '0.1')),
};

/** Read by the operator's commands alone. */
export const actingPerson = {
  PORTAL_AS: text
    .optional()
    .meta(
      about(
        'The e-mail address of the person of the staff whom commands are run for, like `--as`. It belongs into the environment of one person, not into a file for all.',
        'ann@maple.example',
      ),
    ),
  PORTAL_AS_REQUIRED: oneOf(['on', 'off'])
    .default('off')
    .meta(
      about(
        'Whether commands that are about one tenant refuse to run unless `--as` or PORTAL_AS names a person of its staff.',
        'on',
      ),
    ),
};

/** All settings, for the documentation. */
export const everySetting = { ...settings, ...databaseOwner, ...actingPerson };
