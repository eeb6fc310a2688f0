import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { createStoredDealFile } from '../../testing/deal-files.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { createFundedDeal, createParticipation } from '../../testing/factories.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { readDealNotes } from '../portfolio/deal-details.queries.ts';

let portal: TestPortal;
let tenantId: string;
let dealId: bigint;
let owen: AtDesk;
beforeAll(async () => {
  portal = await openTestPortal();
  ({ tenantId } = portal);
  owen = await sitDown(portal, 'Owen Hart', { role: 'servicing' });
  dealId = await withTenant(portal.database.owner, tenantId, async (tx) => {
    const id = await createFundedDeal(tx, tenantId);
    await createParticipation(tx, tenantId, { dealId: id, syndicateId: portal.syndicateId });
    return id;
  });
});
afterAll(() => portal.close());

const write = (body: object, key?: string, by = owen) =>
  by.post(
    `deals/${dealId}/notes`,
    { kind: 'Activity', note: '<p>Called</p>', is_pinned: false, ...body },
    key,
  );
const notes = async () => (await owen.get(`deals/${dealId}/notes`))['notes'] as Record<string, unknown>[];

test('DESK-116 staff write notes and pin them; syndicates see those of kind Collection and Ready2Fund', async () => {
  const key = crypto.randomUUID();
  const first = await write({}, key);
  expect(await write({}, key)).toEqual(first);
  await write({ kind: 'Collection', note: '<p>Pays <b>Friday</b><script>alert(1)</script></p>' });
  expect(await notes()).toMatchObject([
    {
      kind: 'Collection',
      note: '<p>Pays <b>Friday</b></p>',
      author: 'Owen Hart',
      is_pinned: false,
    },
    { kind: 'Activity', note_id: first['note_id'], author_role: 'servicing' },
  ]);
  const pinned = await owen.post(`notes/${first['note_id']}/pin`, { is_pinned: true });
  expect(pinned.status).toBe(200);
  expect(await notes()).toMatchObject([{ kind: 'Activity', is_pinned: true }, { kind: 'Collection' }]);
  const shown = await withTenant(portal.database.owner, tenantId, (tx) =>
    readDealNotes(tx, tenantId, dealId),
  );
  expect(shown.map(({ kind }) => kind)).toEqual(['Collection']);
  expect(await trailOf(portal.database, tenantId, `note ${first['note_id']}`)).toMatchObject([
    { action: 'deal note written', actorId: owen.userId },
    { action: 'deal note pinned', details: { isPinned: true } },
  ]);
  expect(await write({ note: '<p> </p>' })).toMatchObject({ code: 'message_missing' });
  const ingrid = await sitDown(portal, 'Ingrid Moss', { role: 'accounting' });
  expect((await write({}, undefined, ingrid)).status).toBe(403);
  expect((await owen.post('notes/999999999/pin', { is_pinned: true })).status).toBe(404);
});

test('DESK-117 the files of a deal are listed, and each download is recorded first', async () => {
  const id = await createStoredDealFile(portal.database.owner, tenantId, dealId, { name: 'Contract.pdf' });
  expect(await owen.get(`deals/${dealId}/files`)).toMatchObject({
    files: [{ id: Number(id), name: 'Contract.pdf', state: 'attached' }],
  });
  const ada = await sitDown(portal, 'Ada Quinn');
  expect((await ada.fetch(`files/${id}`)).status).toBe(200);
  expect(await trailOf(portal.database, tenantId, `file ${id}`)).toMatchObject([
    { action: 'deal file fetched' },
  ]);
});

test('DESK-144 a note of any kind that is marked as visible to syndicates is shown to them, and says so at the desk', async () => {
  const [marked, unmarked] = [
    await write({ kind: 'Offer', note: '<p>For all</p>', for_syndicates: true }),
    await write({ kind: 'Offer', note: '<p>For us</p>', for_syndicates: false }),
  ];
  const listed = await notes();
  const atDesk = ({ note_id: id }: Record<string, unknown>) => listed.find((note) => note['note_id'] === id);
  expect([atDesk(marked)?.['for_syndicates'], atDesk(unmarked)?.['for_syndicates']]).toEqual([true, false]);
  const shown = await withTenant(portal.database.owner, tenantId, (tx) =>
    readDealNotes(tx, tenantId, dealId),
  );
  expect(shown.filter(({ kind }) => kind === 'Offer').map(({ bodyHtml }) => bodyHtml)).toEqual([
    '<p>For all</p>',
  ]);
  expect(await trailOf(portal.database, tenantId, `note ${marked['note_id']}`)).toMatchObject([
    { action: 'deal note written', details: { isForSyndicates: true } },
  ]);
});
