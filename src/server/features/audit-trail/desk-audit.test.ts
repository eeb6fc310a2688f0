import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordAudit } from '../../platform/audit/audit.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createTenant } from '../../testing/factories.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { createStaff } from '../../testing/staff.ts';
import { asMember } from '../../testing/test-app.ts';

const TRAIL = '/api/desk/v1/audit';
let portal: TestPortal;
let reader: string;
let readerEmail: string;
let readerId: bigint;

beforeAll(async () => {
  portal = await openTestPortal();
  const { database, tenantId } = portal;
  const staff = await createStaff(database.owner, tenantId, { role: 'accounting' });
  reader = staff.accessToken;
  readerId = staff.userId;
  const other = await createTenant(database.owner);
  await withTenant(database.db, other, (tx) =>
    recordAudit(tx, { actorId: null, action: 'signed in', subject: 'foreign' }),
  );
  await withTenant(database.db, tenantId, async (tx) => {
    for (let index = 1; index <= 6; index += 1)
      await recordAudit(tx, {
        actorId: index % 2 === 0 ? staff.userId : null,
        action: index % 3 === 0 ? 'permissions changed' : 'contact changed',
        subject: `user ${index}`,
        details: { oldRole: 'servicing', newRole: 'accounting' },
      });
  });
  const { events } = await list('limit=1&subject=user%202');
  readerEmail = events[0]?.user ?? '';
});
afterAll(() => portal.close());

interface Listed {
  events: { sequence: number; user: string | null; action: string; subject: string }[];
}

const ask = (path: string, token = reader) => portal.app.fetch(path, asMember(token, portal.tenantId));
const list = async (query: string): Promise<Listed> =>
  (await ask(`${TRAIL}?${query}`)).json() as Promise<Listed>;
const subjects = async (query: string) => (await list(query)).events.map(({ subject }) => subject);

test('DESK-60 the trail is for those who may read it, and of the own tenant', async () => {
  const { accessToken } = await createStaff(portal.database.owner, portal.tenantId, { role: 'servicing' });
  const refused = await ask(TRAIL, accessToken);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ code: 'permission_needed' });
  expect((await ask(`${TRAIL}/export`, accessToken)).status).toBe(403);
  expect(await subjects('')).not.toContain('foreign');
});

test('DESK-60 it is listed by person, kind and what it is about, a page after the other', async () => {
  expect(await subjects(`user_id=${readerId}&action=permissions%20changed`)).toEqual(['user 6']);
  const first = await list('action=contact%20changed&limit=2');
  expect(first.events.map(({ subject }) => subject)).toEqual(['user 5', 'user 4']);
  const last = first.events.at(-1)?.sequence;
  expect(await subjects(`action=contact%20changed&limit=2&before=${last}`)).toEqual(['user 2', 'user 1']);
});

test('DESK-60 a download is recorded under the name of who took it', async () => {
  const file = await (await ask(`${TRAIL}/export?subject=user%203`)).text();
  expect(file.split('\r\n').filter(Boolean)).toHaveLength(2);
  const { events } = await list('action=audit%20trail%20exported');
  expect(events).toMatchObject([{ user: readerEmail, subject: 'audit trail' }]);
});
