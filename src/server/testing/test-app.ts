import type { AddressInfo } from 'node:net';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import pino from 'pino';
import { buildApp } from '../app.ts';
import type { Deps } from '../deps.ts';
import { createHostDirectory } from '../hosts/host-directory.ts';
import { createSignInThrottle } from '../identity/sign-in-throttle.ts';
import { createEncryption } from '../platform/crypto/encryption.ts';
import { createPasswords } from '../platform/crypto/password-hashing.ts';
import { createPeppers } from '../platform/crypto/peppers.ts';
import { createAltcha } from '../platform/integrations/altcha.ts';
import { createDomainRecords } from '../platform/integrations/domain-records.ts';
import { createOpenIdClient } from '../platform/integrations/openid.ts';
import { requiredVariable } from './required-variable.ts';
import { prepareStorages, testServices } from './services.ts';
import { pooledUrlOf, type TestDatabase } from './test-database.ts';

export const SECRET = 'a secret for tests, thirty-two characters or more';
export const ENCRYPTION_KEY = Buffer.alloc(32, 'a key for tests');
/** The portal's own origin. Requests reach each test's app on a separate port. */
export const ORIGIN = 'http://localhost';
const FACE = {
  name: 'Syndicate Portal',
  supportEmail: 'support@portal.test',
  supportUrl: 'https://portal.test/help',
};
export const PEPPER = 'a pepper for tests, thirty-two characters or more';
/** Hashes at a thirtieth of the real cost, because many tests begin with a sign-in. */
export const passwords = createPasswords(PEPPER, { memoryCost: 1024, timeCost: 1, parallelism: 1 });
/** A tenth of the real cost, for the same reason. */
const CAPTCHA_COST = 10;

export interface TestApp {
  url: string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** Starts the real app over real HTTP, with the real services. */
export async function startTestApp(
  database: TestDatabase,
  { signInTenantId, ...overrides }: Partial<Deps> & { signInTenantId?: string } = {},
): Promise<TestApp> {
  const { db } = database;
  const throttle = createSignInThrottle(pooledUrlOf(database.url), SECRET);
  const services = testServices();
  await prepareStorages(services);
  const app = await buildApp({
    db,
    directDb: database.directDb,
    operationsDb: db,
    lifecycle: { isStopping: false },
    passwords,
    peppers: createPeppers(PEPPER),
    encryption: createEncryption({ key: ENCRYPTION_KEY }),
    throttle,
    captcha: createAltcha(db, SECRET, (load) => CAPTCHA_COST + Math.round(load)),
    bankProvider: null,
    // Nothing answers there. A test that asks the DNS starts a server of its own.
    domainRecords: createDomainRecords({ servers: ['127.0.0.1:9'] }),
    openId: createOpenIdClient({ mayBeLocal: true, patienceSeconds: 2 }),
    ...services,
    publicOrigin: ORIGIN,
    hosts: createHostDirectory({ db, publicOrigin: ORIGIN, signInTenantId }),
    face: FACE,
    hostProofSecret: SECRET,
    uploadOrigin: new URL(requiredVariable('S3_ENDPOINT')).origin,
    trustedProxies: [],
    hasApiDocs: true,
    logger: pino({ level: 'silent' }),
    ...overrides,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://localhost:${port}`;
  return {
    url,
    fetch: (path, init) => fetch(`${url}${path}`, init),
    async close() {
      // A client may have opened a connection for a request that never comes.
      app.server.closeAllConnections();
      await app.close();
      await throttle.close();
    },
  };
}

export interface SignedIn {
  accessToken: string;
  cookie: string;
  userId: number;
  tenants: { id: string; name: string }[];
}

export const postJson = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { origin: ORIGIN, 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

export const cookieOf = (response: Response): string =>
  response.headers.getSetCookie()[0]?.split(';')[0] ?? '';

export async function signInAs(app: TestApp, username: string, password: string): Promise<SignedIn> {
  const recaptcha = await solveCaptcha(app);
  const response = await app.fetch(
    '/api/non-tenant/oauth/token',
    postJson({ grant_type: 'password', username, password, recaptcha }),
  );
  if (!response.ok) throw new Error(`Sign-in answered ${response.status}: ${await response.text()}`);
  const body = (await response.json()) as {
    access_token: string;
    user_id: number;
    tenants: SignedIn['tenants'];
  };
  return {
    accessToken: body.access_token,
    cookie: cookieOf(response),
    userId: body.user_id,
    tenants: body.tenants,
  };
}

/** Solves the task as a browser would. */
export async function solveCaptcha(app: TestApp): Promise<string> {
  const response = await app.fetch('/api/non-tenant/captcha-challenge');
  const { challenge } = (await response.json()) as { challenge: Challenge };
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

const memberHeaders = (accessToken: string, tenantId: string) => ({
  authorization: `Bearer ${accessToken}`,
  'x-tenant': tenantId,
});

export const asMember = (accessToken: string, tenantId: string): RequestInit => ({
  headers: memberHeaders(accessToken, tenantId),
});

export const postAsMember = (body: unknown, accessToken: string, tenantId: string): RequestInit =>
  postJson(body, memberHeaders(accessToken, tenantId));
