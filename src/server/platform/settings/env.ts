import * as z from 'zod';
import {
  type About,
  actingPerson,
  cellNumber,
  databaseOwner,
  encryptionKeys,
  publicOrigin,
  sessionDatabase,
  settings,
} from './settings.ts';
import { weaknessOf } from './weak-settings.ts';

export type Env = z.infer<z.ZodObject<typeof settings>>;

export const readEnv = (source: NodeJS.ProcessEnv = process.env): Env => read(settings, source);

/** Reads only what an operator's command needs: where it can keep a session. */
export const readDatabaseUrl = (source: NodeJS.ProcessEnv = process.env): string =>
  directUrlOf(read(sessionDatabase, source));

export const isProduction = (source: NodeJS.ProcessEnv = process.env): boolean =>
  source['NODE_ENV'] === 'production';

/** The database as it is reached without a connection pooler, for work that needs a session. */
export const directUrlOf = (env: Pick<Env, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>): string =>
  env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;

export const readDatabaseOwnerUrl = (source: NodeJS.ProcessEnv = process.env): string =>
  read(databaseOwner, source).DATABASE_OWNER_URL;

/** The milliseconds that each kind of work waits for an answer of the database. */
export function databaseLimitsOf(env: Pick<Env, 'DATABASE_QUERY_TIMEOUT_SECONDS'>) {
  const queryTimeout = env.DATABASE_QUERY_TIMEOUT_SECONDS * 1000;
  return { queryTimeout, operationsTimeout: Math.min(queryTimeout, OPERATIONS_MS) };
}

/** Whoever asks for readiness or metrics asks again soon. */
const OPERATIONS_MS = 5_000;
/** Undefined when the setting is absent: the database's own number then holds. */
export const readCellSetting = (source: NodeJS.ProcessEnv = process.env): number | undefined =>
  read(cellNumber, source).CELL;

/** Whom the operator's commands are run for. */
export function readActingPerson(source: NodeJS.ProcessEnv = process.env) {
  const { PORTAL_AS: email = null, PORTAL_AS_REQUIRED } = read(actingPerson, source);
  return { email, isRequired: PORTAL_AS_REQUIRED === 'on' };
}

/** The origin has no path, as links and origin checks need it. */
export const readPublicOrigin = (source: NodeJS.ProcessEnv = process.env): string =>
  new URL(read(publicOrigin, source).PUBLIC_ORIGIN).origin;

/** Whether a provider of single sign-on may be one on this machine. */
export const mayUseLocalProvider = (source: NodeJS.ProcessEnv = process.env): boolean =>
  read({ LOCAL_SIGN_ON_PROVIDER: settings.LOCAL_SIGN_ON_PROVIDER }, source).LOCAL_SIGN_ON_PROVIDER === 'on';

export const readEncryptionKeys = (source: NodeJS.ProcessEnv = process.env) =>
  encryptionKeysOf(read(encryptionKeys, source));

export const encryptionKeysOf = (env: Pick<Env, 'ENCRYPTION_KEY' | 'ENCRYPTION_KEYS_OLD'>) => ({
  key: env.ENCRYPTION_KEY,
  oldKeys: env.ENCRYPTION_KEYS_OLD,
});

/** Reads this secret alone, for the commands that forget failed sign-ins and prove that a host name leads here. */
export const readSignInSecret = (source: NodeJS.ProcessEnv = process.env): string =>
  read({ SIGN_IN_SECRET: settings.SIGN_IN_SECRET }, source).SIGN_IN_SECRET;

/** How the portal presents itself before anybody has signed in. */
export const faceOf = (env: Pick<Env, 'PORTAL_NAME' | 'SUPPORT_EMAIL' | 'SUPPORT_URL'>) => ({
  name: env.PORTAL_NAME,
  supportEmail: env.SUPPORT_EMAIL,
  supportUrl: env.SUPPORT_URL ?? `mailto:${env.SUPPORT_EMAIL}`,
});

/** The settings of the file storage and the virus scanner. */
export const readFileServices = (source: NodeJS.ProcessEnv = process.env) => {
  const { S3_ENDPOINT, S3_CA_FILE, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET, CLAMD_HOST, CLAMD_PORT } =
    settings;
  const storage = { S3_ENDPOINT, S3_CA_FILE, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET };
  return fileServicesOf(read({ ...storage, CLAMD_HOST, CLAMD_PORT }, source));
};

type FileSettings = Pick<
  Env,
  'S3_ENDPOINT' | 'S3_CA_FILE' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY' | 'S3_BUCKET' | 'CLAMD_HOST' | 'CLAMD_PORT'
>;

export const fileServicesOf = (env: FileSettings) => ({
  storage: {
    endpoint: env.S3_ENDPOINT,
    caFile: env.S3_CA_FILE,
    accessKey: env.S3_ACCESS_KEY,
    secretKey: env.S3_SECRET_KEY,
    bucket: env.S3_BUCKET,
  },
  scanner: { host: env.CLAMD_HOST, port: env.CLAMD_PORT },
});

/** The bucket for uploads: read with the portal's own identity, and written to by browsers with the other one. */
export const uploadsOf = (env: Env) => ({
  ...fileServicesOf(env).storage,
  bucket: env.S3_UPLOAD_BUCKET,
  publicEndpoint: env.S3_PUBLIC_ENDPOINT,
  signer: { accessKey: env.S3_UPLOAD_ACCESS_KEY, secretKey: env.S3_UPLOAD_SECRET_KEY },
  principal: env.S3_UPLOAD_PRINCIPAL,
});

/** Lists every setting that is missing or wrong, one per line, and never shows a value. */
export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      [
        'The program cannot start. These settings of its environment are missing or wrong:',
        ...problems.map((line) => `  ${line}`),
      ].join('\n'),
    );
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

function read<S extends Record<string, z.ZodType>>(wanted: S, source: NodeJS.ProcessEnv) {
  // A line without a value in an env file means that the setting is not set.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const isProduction = given['NODE_ENV'] === 'production';
  const shape = z.object(wanted);
  const result = shape.safeParse(isProduction ? { ...productionDefaults(wanted), ...given } : given);
  const wrong = new Map<string, string>();
  for (const { path, message } of result.error?.issues ?? []) {
    const name = String(path[0]);
    if (!wrong.has(name)) wrong.set(name, given[name] === undefined ? 'is not set' : message);
  }
  for (const name of Object.keys(wanted)) {
    const problem = missingPartner(name, given) ?? (isProduction ? weaknessOf(name, given) : null);
    if (problem && !wrong.has(name)) wrong.set(name, problem);
  }
  if (isProduction && given['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    wrong.set(
      'NODE_TLS_REJECT_UNAUTHORIZED',
      'must not be 0 in production, as no certificate would be checked',
    );
  if (result.success && wrong.size === 0) return result.data;
  throw new SettingsError([...wrong].map(([name, problem]) => describe(name, problem, wanted[name])));
}

/** The defaults of settings that differ in production. */
const productionDefaults = (wanted: Readonly<Record<string, z.ZodType>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(wanted).flatMap(([name, setting]) => {
      const { inProduction } = (setting.meta() ?? {}) as Partial<About>;
      return inProduction === undefined ? [] : [[name, inProduction]];
    }),
  );

/** Names a setting that another setting requires and that is missing. */
function missingPartner(name: string, given: Readonly<Record<string, string | undefined>>): string | null {
  if (given[name] !== undefined) return null;
  if (name === 'RECAPTCHA_SITE_KEY' || name === 'RECAPTCHA_SECRET')
    return given['CAPTCHA_PROVIDER'] === 'recaptcha' ? 'is not set' : null;
  if (name === 'TLS_CERT_FILE') return given['TLS_KEY_FILE'] ? 'is not set' : null;
  if (name === 'TLS_KEY_FILE') return given['TLS_CERT_FILE'] ? 'is not set' : null;
  if (name === 'PLAID_SECRET') return given['PLAID_CLIENT_ID'] ? 'is not set' : null;
  return null;
}

function describe(name: string, problem: string, setting: z.ZodType | undefined): string {
  const told = setting?.meta() as About | undefined;
  return told ? `${name} ${problem}. ${told.about} Example: ${told.example}` : `${name} ${problem}.`;
}
