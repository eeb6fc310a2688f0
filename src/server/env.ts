import * as z from 'zod';

const encryptionKey = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64, e.g. from: openssl rand -base64 32')
  .transform((text) => Buffer.from(text, 'base64'));

const encryptionKeys = {
  /** Encrypts secrets that must be read again (second factors, bank numbers) before they reach the database. */
  ENCRYPTION_KEY: encryptionKey,
  /** Keys of before, comma-separated: they open what they encrypted until `rotate-keys` has been through. */
  ENCRYPTION_KEYS_OLD: z.string().default('').transform(listed).pipe(z.array(encryptionKey)),
};

/** Where files are kept and who looks at them first. */
const fileServices = {
  S3_ENDPOINT: z.url(),
  S3_ACCESS_KEY: z.string().min(1),
  S3_SECRET_KEY: z.string().min(1),
  S3_BUCKET: z.string().min(1),
  CLAMD_HOST: z.string().min(1),
  CLAMD_PORT: z.coerce.number().int(),
};

function listed(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

const schema = z.object({
  DATABASE_URL: z.url(),
  PORT: z.coerce.number().int().default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** The address people type, e.g. https://portal.example.com. Links and origin checks come from it, never from a header. */
  PUBLIC_ORIGIN: z.url(),
  /** Mixed into every password hash and kept outside the database. */
  PASSWORD_PEPPER: z.string().min(32),
  /** Signs captcha challenges and keys the counters of attempts. */
  SIGN_IN_SECRET: z.string().min(32),
  ...encryptionKeys,
  CAPTCHA_PROVIDER: z.enum(['altcha', 'recaptcha']).default('altcha'),
  RECAPTCHA_SITE_KEY: z.string().optional(),
  RECAPTCHA_SECRET: z.string().optional(),
  /** Loaded by the sign-in page; its folder is what the page's policy lets in. */
  RECAPTCHA_SCRIPT_URL: z.url().default('https://www.google.com/recaptcha/api.js'),
  RECAPTCHA_VERIFY_URL: z.url().default('https://www.google.com/recaptcha/api/siteverify'),
  /** Of the provider of bank links; without them no bank can be connected. */
  PLAID_CLIENT_ID: z.string().optional(),
  PLAID_SECRET: z.string().optional(),
  PLAID_ENVIRONMENT: z.enum(['sandbox', 'production']).default('sandbox'),
  /** In place of the environment's own address: a server that speaks its protocol. */
  PLAID_BASE_URL: z.url().optional(),
  /** What people read in the provider's widget; 30 characters at most, by its rules. */
  PLAID_CLIENT_NAME: z.string().min(1).max(30).default('Syndicate Portal'),
  /** Set where the portal is one tenant's: its name, support line and choices are on the sign-in page. */
  SIGN_IN_TENANT_ID: z.uuid().optional(),
  /** Proxies whose X-Forwarded-For is believed: addresses or ranges, comma-separated. None by default. */
  TRUSTED_PROXIES: z.string().default('').transform(listed),
  ...fileServices,
  /** Where browsers reach it, to upload; the same unless set. */
  S3_PUBLIC_ENDPOINT: z.url().optional(),
  SMTP_URL: z.url(),
  MAIL_FROM: z.string().default('Syndicate Portal <no-reply@portal.example>'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

export type Env = z.infer<typeof schema>;

export const readEnv = (source: NodeJS.ProcessEnv = process.env): Env => read(schema, source);

/** The keys alone, for an operator's command that needs nothing else. */
export const readEncryptionKeys = (source: NodeJS.ProcessEnv = process.env) => {
  const { ENCRYPTION_KEY: key, ENCRYPTION_KEYS_OLD: oldKeys } = read(z.object(encryptionKeys), source);
  return { key, oldKeys };
};

/** Those of files alone, likewise. */
export const readFileServices = (source: NodeJS.ProcessEnv = process.env) => {
  const env = read(z.object(fileServices), source);
  return {
    storage: {
      endpoint: env.S3_ENDPOINT,
      accessKey: env.S3_ACCESS_KEY,
      secretKey: env.S3_SECRET_KEY,
      bucket: env.S3_BUCKET,
    },
    scanner: { host: env.CLAMD_HOST, port: env.CLAMD_PORT },
  };
};

/** Stops with one line per setting that is missing or wrong; never with a value in it. */
function read<T>(settings: z.ZodType<T>, source: NodeJS.ProcessEnv): T {
  const result = settings.safeParse(source);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The environment is not complete:\n${problems.join('\n')}`);
}
