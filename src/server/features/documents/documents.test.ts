import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withTenant } from '../../platform/db/transactions.ts';
import { keptKey } from '../../stored-files/storage-keys.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { type Answer, type AtDesk, sitDown } from '../../testing/desk.ts';
import { createSyndicate, createTenant } from '../../testing/factories.ts';
import { countMails, waitForMail } from '../../testing/mailbox.ts';
import { openSession } from '../../testing/open-session.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { INFECTED_PDF, pdf, svg } from '../../testing/sample-files.ts';
import { testServices } from '../../testing/services.ts';
import { asMember } from '../../testing/test-app.ts';
import { startTestWorker } from '../../testing/test-worker.ts';
import { closedSyndicates } from '../disposal/closed-syndicates.ts';
import { discardDocument } from './documents.jobs.ts';

const { fileStorage, uploadStorage } = testServices();
const FORM = pdf('/Lang (en)');

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
let tenantId: string;
let ingrid: AtDesk;
let ngp: bigint;
let blue: bigint;
let dana: Investor;
let sam: Investor;

interface Investor {
  userId: bigint;
  syndicateId: bigint;
  email: string;
  token: string;
}

beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
  ({ tenantId } = portal);
  ingrid = await sitDown(portal, 'Ingrid Moss', { role: 'accounting' });
  ngp = await addSyndicate('Northgate Partners', 'NGP');
  blue = await addSyndicate('Bluewater', 'BLU');
  dana = await addInvestor('Dana Reyes', ngp);
  sam = await addInvestor('Sam Ortiz', blue);
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

const asOwner = <T>(work: Parameters<typeof withTenant<T>>[2]) =>
  withTenant(portal.database.owner, tenantId, work);
const addSyndicate = (name: string, abbreviation: string) =>
  asOwner((tx) => createSyndicate(tx, tenantId, { name, abbreviation }));

async function addInvestor(
  name: string,
  syndicateId: bigint,
  membership: Parameters<TestPortal['addInvestor']>[1] = {},
): Promise<Investor> {
  const email = `${crypto.randomUUID()}@investor.example`;
  const userId = await portal.addInvestor(email, { name, syndicateId, ...membership });
  return { userId, syndicateId, email, token: await openSession(portal.database.owner, userId) };
}

/** Other bytes each time. */
const form = () => pdf(`/Lang (${crypto.randomUUID()})`);

/** Uploads a file and waits for the verdict. */
async function upload(name: string, bytes: Uint8Array = form(), by = ingrid) {
  const announced = await by.post('documents', { file_name: name, file_size: bytes.length });
  expect(announced.status).toBe(200);
  const { url, headers } = announced as unknown as { url: string; headers: Record<string, string> };
  expect((await fetch(url, { method: 'PUT', headers, body: bytes })).ok).toBe(true);
  const id = announced['file_id'] as string;
  const { state, refusal } = await vi.waitFor(
    async () => {
      const file = await by.post(`documents/${id}/uploaded`);
      expect(file['state']).toMatch(/^(clean|refused)$/);
      return file as unknown as { state: string; refusal: string | null };
    },
    { timeout: 20_000, interval: 100 },
  );
  return { id, state, refusal };
}

const publish = (documents: object[], by = ingrid) => by.post('documents/publish', { documents });
const asLetter = (id: string, more: object = {}) => ({
  ...{ document_id: id, title: 'A letter', category: 'letter' },
  ...more,
});

async function send(title: string, to: object, bytes?: Uint8Array): Promise<string> {
  const { id } = await upload('letter.pdf', bytes);
  const answer = await publish([asLetter(id, { title, ...to })]);
  expect(answer).toMatchObject({ status: 200, documents: [{ document_id: id, is_published: true }] });
  return id;
}

const listOf = async ({ token, syndicateId }: Investor) =>
  (
    (await (await portal.app.fetch(`/api/documents/${syndicateId}`, asMember(token, tenantId))).json()) as {
      documents: Record<string, unknown>[];
    }
  ).documents;
const open = ({ token, syndicateId }: Investor, id: string) =>
  portal.app.fetch(`/api/documents/${syndicateId}/${id}/file`, asMember(token, tenantId));
const titlesOf = async (investor: Investor) => (await listOf(investor)).map(({ title }) => title);
const atDesk = (id: string) => ingrid.get(`documents/${id}`);

test('DOC-01 a document that was published to a syndicate is listed and downloaded by its people, and by nobody else', async () => {
  const { id, state } = await upload('NGP-1099-2026.pdf', FORM);
  expect(state).toBe('clean');
  expect(await listOf(dana)).toEqual([]);
  const answer = await publish([
    {
      ...{ document_id: id, title: 'Form 1099, 2026', category: 'tax form', tax_year: 2026 },
      ...{ expires_on: '2099-12-31', syndicate_ids: [Number(ngp)] },
    },
  ]);
  expect(answer).toEqual({
    status: 200,
    documents: [{ document_id: id, is_published: true, sent: 1, sent_before: 0 }],
  });
  expect(await listOf(dana)).toEqual([
    {
      ...{ document_id: id, title: 'Form 1099, 2026', category: 'tax form', tax_year: 2026 },
      ...{ file_name: 'NGP-1099-2026.pdf', file_size: FORM.length, expires_on: '2099-12-31', is_new: true },
      published_at: expect.stringMatching(/^\d{4}-.+Z$/),
    },
  ]);
  const file = await open(dana, id);
  expect(file.status).toBe(200);
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; /);
  expect(file.headers.get('content-type')).toBe('application/octet-stream');
  expect(Buffer.from(await file.arrayBuffer())).toEqual(FORM);
  expect(await listOf(sam)).toEqual([]);
  expect((await open(sam, id)).status).toBe(404);
});

test('DOC-02 security rule: only what was found clean is published, and what a browser would run is refused', async () => {
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  for (const [name, bytes, refusal] of [
    ['contract.pdf', INFECTED_PDF, 'infected'],
    ['page.html', html, 'type_not_allowed'],
    ['drawing.svg', svg, 'type_not_allowed'],
    ['page.pdf', html, 'type_not_allowed'],
  ] as const) {
    const refused = await upload(name, bytes);
    expect(refused).toMatchObject({ state: 'refused', refusal });
    const answer = await publish([asLetter(refused.id, { syndicate_ids: [Number(ngp)] })]);
    expect(answer).toMatchObject({ status: 409, code: 'document_not_clean' });
    expect((await open(dana, refused.id)).status).toBe(404);
    expect((await ingrid.fetch(`documents/${refused.id}/file`)).status).toBe(404);
    expect(await atDesk(refused.id)).toMatchObject({ state: 'refused', refusal: expect.any(String) });
  }
  const waiting = await ingrid.post('documents', { file_name: 'a.pdf', file_size: 3 });
  const early = await publish([asLetter(waiting['file_id'] as string, { all: true })]);
  expect(early).toMatchObject({ status: 409, code: 'document_not_clean' });
  const large = await ingrid.post('documents', { file_name: 'a.pdf', file_size: 21 * 1024 * 1024 });
  expect(large).toMatchObject({ code: 'file_too_large' });
});

test('DOC-03 security rule: a manager of other books, a closed person and another tenant get no document of the syndicate', async () => {
  const id = await send('For Northgate alone', { syndicate_ids: [Number(ngp)] });
  const manager = await addInvestor('Mia Chen', blue, { permissions: ['switch-syndicates'] });
  expect(await titlesOf(manager)).not.toContain('For Northgate alone');
  expect((await open(manager, id)).status).toBe(404);
  const closed = await addInvestor('Cal Dunn', ngp, { isTerminated: true });
  expect((await open(closed, id)).status).toBe(403);
  const elsewhere = await createTenant(portal.database.owner);
  const foreign = await withTenant(portal.database.owner, elsewhere, (tx) => createSyndicate(tx, elsewhere));
  const { id: mine } = await upload('letter.pdf');
  for (const syndicate of [foreign, 999_999_999n])
    expect(await publish([asLetter(mine, { syndicate_ids: [Number(syndicate)] })])).toMatchObject({
      status: 404,
    });
  expect(await publish([asLetter(crypto.randomUUID(), { all: true })])).toMatchObject({ status: 404 });
  const owen = await sitDown(portal, 'Owen Hart', { role: 'servicing' });
  expect((await publish([asLetter(mine, { all: true })], owen)).status).toBe(403);
  expect((await owen.post(`documents/${id}/withdraw`, { reason: 'No' })).status).toBe(403);
  expect((await owen.get('documents')).status).toBe(200);
});

test('DOC-04 what has expired or was withdrawn is neither listed nor downloaded by investors, and staff still see it', async () => {
  const expiring = await send('Until yesterday', { syndicate_ids: [Number(ngp)], expires_on: '2099-01-01' });
  expect(await titlesOf(dana)).toContain('Until yesterday');
  await asOwner((tx) =>
    tx
      .updateTable('documents')
      .set({ expiresOn: sql<string>`((now() at time zone 'America/New_York')::date - 1)` })
      .where('id', '=', expiring)
      .execute(),
  );
  expect(await titlesOf(dana)).not.toContain('Until yesterday');
  expect((await open(dana, expiring)).status).toBe(404);
  expect(await atDesk(expiring)).toMatchObject({ state: 'expired' });
  const lastDay = await send('Until today', { syndicate_ids: [Number(ngp)] });
  await asOwner((tx) =>
    tx
      .updateTable('documents')
      .set({ expiresOn: sql<string>`(now() at time zone 'America/New_York')::date` })
      .where('id', '=', lastDay)
      .execute(),
  );
  expect((await open(dana, lastDay)).status).toBe(200);
  const wrong = await send('Wrong figures', { syndicate_ids: [Number(ngp)] });
  expect((await ingrid.post(`documents/${wrong}/withdraw`, { reason: 'Wrong figures' })).status).toBe(200);
  expect(await titlesOf(dana)).not.toContain('Wrong figures');
  expect((await open(dana, wrong)).status).toBe(404);
  expect((await ingrid.fetch(`documents/${wrong}/file`)).status).toBe(200);
  const { id } = await upload('letter.pdf');
  const past = asLetter(id, { all: true, expires_on: '2020-01-01' });
  expect(await publish([past])).toMatchObject({ status: 422, code: 'document_expired' });
});

test('DOC-05 a withdrawal has a reason, is recorded once, and the document is published no more', async () => {
  const bytes = form();
  const id = await send('Draft K-1', { syndicate_ids: [Number(ngp)] }, bytes);
  expect((await ingrid.post(`documents/${id}/withdraw`, { reason: ' ' })).status).toBe(400);
  const answers = await Promise.all(
    ['Wrong year', 'Wrong year', 'Wrong year'].map((reason) =>
      ingrid.post(`documents/${id}/withdraw`, { reason }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await atDesk(id)).toMatchObject({
    ...{ state: 'withdrawn', withdrawal_reason: 'Wrong year', withdrawn_by: 'Ingrid Moss' },
  });
  const events = (await trailOf(portal.database, tenantId, `document ${id}`)).map(({ action }) => action);
  expect(events).toEqual(['document published', 'document withdrawn']);
  const again = await publish([asLetter(id, { syndicate_ids: [Number(ngp)] })]);
  expect(again).toMatchObject({ status: 409, code: 'document_withdrawn' });
  const copy = await upload('letter.pdf', bytes);
  const sameAgain = await publish([asLetter(copy.id, { title: 'Draft K-1', syndicate_ids: [Number(ngp)] })]);
  expect(sameAgain).toMatchObject({ documents: [{ is_published: false, sent: 0, sent_before: 1 }] });
  expect(await ingrid.post(`documents/${copy.id}/withdraw`, { reason: 'No' })).toMatchObject({
    ...{ status: 409, code: 'document_not_published' },
  });
});

test('DOC-06 what goes to all goes to the syndicates that there are, and to those that join later only if that was said', async () => {
  const now = await send('To all of now', { all: true });
  const later = await send('To all and later', { all: true, also_later: true });
  expect(await titlesOf(dana)).toEqual(expect.arrayContaining(['To all of now', 'To all and later']));
  expect(await titlesOf(sam)).toEqual(expect.arrayContaining(['To all of now', 'To all and later']));
  const young = await addSyndicate('Firstlight', 'FIL');
  const nora = await addInvestor('Nora Vale', young);
  expect(await titlesOf(nora)).toEqual(['To all and later']);
  expect((await open(nora, later)).status).toBe(200);
  expect((await open(nora, now)).status).toBe(404);
  const { syndicates } = (await atDesk(later)) as unknown as { syndicates: Record<string, unknown>[] };
  expect(syndicates.find(({ name }) => name === 'Firstlight')).toMatchObject({
    joined_later: true,
    openings: [{ person: 'Nora Vale', count: 1 }],
  });
  const { id } = await upload('letter.pdf');
  expect(await publish([asLetter(id)])).toMatchObject({ status: 422, code: 'document_for_nobody' });
});

test('DOC-08 each person gets one mail for all that was published together, with a link and never a file', async () => {
  const [only, other] = [await addSyndicate('Cedar', 'CED'), await addSyndicate('Delta', 'DEL')];
  const [kim, lee] = [await addInvestor('Kim Roy', only), await addInvestor('Lee Fox', other)];
  const invited = await addInvestor('Not yet', only, { acceptedAt: null });
  const files = [await upload('a.pdf'), await upload('b.pdf'), await upload('c.pdf')];
  const to = [[only], [only], [other]];
  const answer = await publish(
    files.map(({ id }, index) =>
      asLetter(id, { title: `Letter ${index}`, syndicate_ids: to[index]?.map(Number) }),
    ),
  );
  expect(answer.status).toBe(200);
  const mail = await waitForMail(kim.email, 'New documents from Harbor Capital');
  expect(mail.text).toContain('Letter 0');
  expect(mail.text).toContain('Letter 1');
  expect(mail.text).not.toContain('Letter 2');
  expect(mail.text).toContain('/documents');
  expect(mail.attachments).toEqual([]);
  await waitForMail(lee.email, 'A new document from Harbor Capital');
  for (const { email } of [kim, lee, invited]) expect(await countMails(email)).toBe(0);
});

test('DOC-09 staff see who has opened a document, first, last and how often, and looking at the portal does not count', async () => {
  const id = await send('Opened twice', { syndicate_ids: [Number(ngp), Number(blue)] });
  const looked = await ingrid.fetchAs(`/api/documents/${ngp}/${id}/file`, ngp);
  expect(looked.status).toBe(200);
  expect(await atDesk(id)).toMatchObject({ recipients: 2, opened: 0 });
  for (let time = 0; time < 2; time += 1) await (await open(dana, id)).arrayBuffer();
  const { syndicates, opened } = (await atDesk(id)) as unknown as {
    syndicates: { name: string; openings: Record<string, unknown>[] }[];
    opened: number;
  };
  expect(opened).toBe(1);
  expect(syndicates.map(({ name, openings }) => [name, openings.length])).toEqual([
    ['Bluewater', 0],
    ['Northgate Partners', 1],
  ]);
  const [opening] = syndicates[1]?.openings ?? [];
  expect(opening).toMatchObject({ person: 'Dana Reyes', count: 2 });
  expect((opening?.['last_at'] as string) >= (opening?.['first_at'] as string)).toBe(true);
  const isNew = async (investor: Investor) =>
    (await listOf(investor)).find((document) => document['document_id'] === id)?.['is_new'];
  expect([await isNew(dana), await isNew(sam)]).toEqual([false, true]);
  const events = (await trailOf(portal.database, tenantId, `document ${id}`)).map(({ action, actorId }) => [
    action,
    actorId,
  ]);
  expect(events).toEqual([
    ['document published', ingrid.userId],
    ['document opened', ingrid.userId],
    ['document opened', dana.userId],
    ['document opened', dana.userId],
  ]);
});

test('DOC-10 the same file under the same title is sent to a syndicate once, however often and from wherever at once', async () => {
  const bytes = form();
  const copies = await Promise.all(['a.pdf', 'b.pdf', 'c.pdf'].map((name) => upload(name, bytes)));
  const to = { title: 'Once', syndicate_ids: [Number(ngp)] };
  const answers = await Promise.all(copies.map(({ id }) => publish([asLetter(id, to)])));
  const sent = answers.flatMap((answer) => answer['documents'] as { sent: number; is_published: boolean }[]);
  expect(sent.map((one) => one.sent).sort()).toEqual([0, 0, 1]);
  expect((await titlesOf(dana)).filter((title) => title === 'Once')).toHaveLength(1);
  const published = copies[sent.findIndex((one) => one.sent === 1)]?.id ?? '';
  const repeated: Answer = await publish([asLetter(published, to)]);
  expect(repeated).toMatchObject({ documents: [{ is_published: true, sent: 1, sent_before: 0 }] });
  const { id: bad } = await upload('infected.pdf', INFECTED_PDF);
  const { id: good } = await upload('good.pdf');
  const mixed = [good, bad].map((id) => asLetter(id, { title: 'Mixed', syndicate_ids: [Number(ngp)] }));
  expect((await publish(mixed)).status).toBe(409);
  expect(await titlesOf(dana)).not.toContain('Mixed');
});

test('DOC-12 the desk lists documents by category, syndicate and year', async () => {
  const { id } = await upload('BLU-K1-2024.pdf');
  await publish([
    {
      ...{ document_id: id, title: 'Schedule K-1, 2024', category: 'tax form', tax_year: 2024 },
      syndicate_ids: [Number(blue)],
    },
  ]);
  const listed = async (query: string) =>
    ((await ingrid.get(`documents?${query}`))['documents'] as { document_id: string }[]).map(
      ({ document_id: listedId }) => listedId,
    );
  expect(await listed('tax_year=2024')).toEqual([id]);
  expect(await listed(`category=tax+form&syndicate_id=${blue}`)).toEqual([id]);
  expect(await listed(`tax_year=2024&syndicate_id=${ngp}`)).toEqual([]);
  expect((await ingrid.get('documents'))['tax_years']).toEqual([2026, 2024]);
  expect(await ingrid.get('document_recipients')).toMatchObject({
    syndicates: expect.arrayContaining([
      { syndicate_id: Number(ngp), name: 'Northgate Partners', abbreviation: 'NGP' },
    ]),
  });
});

test('DOC-02 DATA-02 what nobody publishes is deleted after a day, and what was sent goes with its last syndicate', async () => {
  const { id: left } = await upload('left.pdf');
  const kept = await send('Kept', { syndicate_ids: [Number(ngp)] });
  const deps = { db: portal.database.db, fileStorage, uploadStorage } as Parameters<
    typeof discardDocument.run
  >[0];
  for (const documentId of [left, kept, crypto.randomUUID()])
    await discardDocument.run(deps, { tenantId, documentId });
  expect((await atDesk(left)).status).toBe(404);
  expect(await fileStorage.sizeOf(keptKey(tenantId, left))).toBeNull();
  expect((await open(dana, kept)).status).toBe(200);
  const gone = await addSyndicate('Gone', 'GON');
  const own = await send('Only theirs', { syndicate_ids: [Number(gone)] });
  const shared = await send('Also theirs', { syndicate_ids: [Number(gone), Number(ngp)] });
  await asOwner((tx) => closedSyndicates.remove(tx, tenantId, gone));
  expect((await atDesk(own)).status).toBe(404);
  expect(await atDesk(shared)).toMatchObject({ recipients: 1 });
  await expect.poll(() => fileStorage.sizeOf(keptKey(tenantId, own)), { timeout: 15_000 }).toBeNull();
});
