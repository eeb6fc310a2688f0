import { addHost } from '../features/tenants/hosts.ts';
import type { Cell, MoveOrder } from '../operator/moves/move-tenant.ts';
import { assignCell } from '../platform/cells/assign-cell.ts';
import { keysOf, noteKnownKeys } from '../platform/cells/known-keys.ts';
import { createFileStorage } from '../platform/integrations/file-storage.ts';
import { openTestPortal, PASSWORD, type TestPortal } from './portal.ts';
import { requiredVariable } from './required-variable.ts';
import { testServices } from './services.ts';
import { ENCRYPTION_KEY, PEPPER, postJson, solveCaptcha, startTestApp, type TestApp } from './test-app.ts';
import { createTestDatabase, type TestDatabase, urlOf } from './test-database.ts';

export const HOST = 'portal.harbor.test';
export const AT_HOST = { 'x-forwarded-host': HOST, origin: `http://${HOST}` };
export const OPERATOR = { via: 'command line', name: 'test' } as const;

export interface TwoCells {
  portal: TestPortal;
  other: TestDatabase;
  otherApp: TestApp;
  source: Cell;
  target: Cell;
  /** Where the proxy leads. */
  map: { cell: number };
  order: MoveOrder;
  close(): Promise<void>;
}

const TARGET_BUCKETS = { files: 'portal-test-cell-5', uploads: 'portal-test-cell-5-uploads' };
export const ownerUrlOf = ({ url }: TestDatabase) =>
  urlOf('DATABASE_OWNER_URL', new URL(url).pathname.slice(1));

/** Two portals with their own databases and buckets, and a tenant with a host name in the first. */
export async function openTwoCells(): Promise<TwoCells> {
  const trusted = { trustedProxies: ['127.0.0.1'] };
  const portal = await openTestPortal(trusted);
  const other = await createTestDatabase();
  await assignCell(ownerUrlOf(other), 5);
  await noteKnownKeys(
    other.db,
    keysOf({ ENCRYPTION_KEY, ENCRYPTION_KEYS_OLD: [], PASSWORD_PEPPER: PEPPER, PASSWORD_PEPPERS_OLD: [] }),
  );
  const storage = {
    endpoint: requiredVariable('S3_ENDPOINT'),
    accessKey: requiredVariable('S3_ACCESS_KEY'),
    secretKey: requiredVariable('S3_SECRET_KEY'),
  };
  const files = createFileStorage({ ...storage, bucket: TARGET_BUCKETS.files });
  const uploads = createFileStorage({ ...storage, bucket: TARGET_BUCKETS.uploads });
  await Promise.all([files.ensureBucket(), uploads.ensureBucket()]);
  const { fileStorage } = testServices();
  const otherApp = await startTestApp(other, { ...trusted, fileStorage: files });
  await addHost(portal.database.owner, { tenantId: portal.tenantId, host: HOST, operator: OPERATOR }, true);
  const map = { cell: 0 };
  const source = {
    number: 0,
    owner: portal.database.owner,
    storages: {
      files: fileStorage,
      uploads: createFileStorage({ ...storage, bucket: requiredVariable('S3_UPLOAD_BUCKET') }),
    },
  };
  const target = { number: 5, owner: other.owner, storages: { files, uploads } };
  const order: MoveOrder = {
    tenantId: portal.tenantId,
    slug: portal.slug,
    source,
    target,
    operator: OPERATOR,
    async switchMap(_hosts, cell) {
      map.cell = cell;
    },
  };
  return {
    portal,
    other,
    otherApp,
    source,
    target,
    map,
    order,
    async close() {
      await otherApp.close();
      await portal.close();
      await other.drop();
    },
  };
}

export async function signInAtHost(app: TestApp, username: string): Promise<string> {
  const recaptcha = await solveCaptcha(app);
  const credentials = { grant_type: 'password', username, password: PASSWORD, recaptcha };
  const response = await app.fetch('/api/non-tenant/oauth/token', postJson(credentials, AT_HOST));
  if (!response.ok) throw new Error(`Sign-in answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { access_token: string }).access_token;
}

/** The calls of a broker who opens the link at the tenant's host name. */
export const atHost = (app: TestApp): Pick<TestApp, 'fetch'> => ({
  fetch: (path, init = {}) =>
    app.fetch(path, { ...init, headers: { ...(init.headers as Record<string, string>), ...AT_HOST } }),
});
