import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { FILE_REFUSALS } from '../../../shared/domain/offer-files.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { createTenant } from '../../testing/factories.ts';
import {
  createInvitedDeal,
  createSignedInInvestor,
  type Investor,
  type InvitedDeal,
} from '../../testing/invites.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { INFECTED_PDF, pdf } from '../../testing/sample-files.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

const PROOF = pdf('/Lang (en)');

interface Announced {
  file_id: string;
  url: string;
  headers: Record<string, string>;
}

interface Thread {
  entries: { kind: string; files: { file_id: string; file_name: string; file_size: number }[] }[];
}

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
let tenantId: string;
let ann: Investor;
let owen: AtDesk;
beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
  ({ tenantId } = portal);
  ann = await createSignedInInvestor(portal.database.owner, portal.app, tenantId);
  owen = await sitDown(portal, 'Owen Hart', { role: 'servicing' });
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

const asOwner = <T>(work: Parameters<typeof withTenant<T>>[2]) =>
  withTenant(portal.database.owner, tenantId, work);

async function newInvite() {
  const deal = await createInvitedDeal(portal.database.owner, tenantId, [ann.syndicateId]);
  const invite = deal.invites.get(ann.syndicateId);
  if (!invite) throw new Error('The syndicate is not invited.');
  return { deal, inviteId: invite.id, files: `/api/invites/${invite.publicId}/files`, ...invite };
}

const caseOf = async (inviteId: bigint) =>
  (
    await asOwner((tx) =>
      tx.selectFrom('inviteCases').select('id').where('inviteId', '=', inviteId).executeTakeFirstOrThrow(),
    )
  ).id;

async function announce(files: string, name: string, bytes: Uint8Array): Promise<Announced> {
  const response = await ann.post(files, { file_name: name, file_size: bytes.length });
  expect(response.status).toBe(200);
  return (await response.json()) as Announced;
}

const put = async ({ url, headers }: Announced, bytes: Uint8Array) =>
  expect((await fetch(url, { method: 'PUT', headers, body: bytes })).ok).toBe(true);

/** Uploads a file of the investor's, and waits for the verdict. */
async function upload(files: string, name: string, bytes: Uint8Array) {
  const announced = await announce(files, name, bytes);
  await put(announced, bytes);
  const verdict = await vi.waitFor(
    async () => {
      const answer = await ann.post(`${files}/${announced.file_id}/uploaded`, {});
      const file = (await answer.json()) as { state: string; refusal: string | null };
      expect(file.state).toMatch(/^(clean|refused)$/);
      return file;
    },
    { timeout: 20_000, interval: 100 },
  );
  return { id: announced.file_id, ...verdict };
}

const reply = (deal: InvitedDeal, words: string, ids: string[]) => ann.reply(deal, words, { file_ids: ids });
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

test('DESK-89 a clean file goes with a message, both sides download it, and the trail says who did', async () => {
  const { deal, inviteId, files, publicId } = await newInvite();
  const { id, state } = await upload(files, '../Proof\u202e.pdf', PROOF);
  expect(state).toBe('clean');
  // Until it is sent it is nobody's to read.
  expect((await ann.get(`${files}/${id}`)).status).toBe(404);
  expect((await reply(deal, '<p>See the file.</p>', [id])).status).toBe(200);
  // The same again is the same message, with its file.
  expect((await reply(deal, '<p>See the file.</p>', [id])).status).toBe(200);
  const { entries } = (await (await ann.thread(publicId)).json()) as Thread;
  expect(entries).toMatchObject([
    { kind: 'message', files: [{ file_id: id, file_name: '.._Proof_.pdf', file_size: PROOF.length }] },
  ]);
  const caseId = await caseOf(inviteId);
  for (const fetched of [
    await ann.get(`${files}/${id}`),
    await owen.fetch(`requests/${caseId}/files/${id}`),
  ]) {
    expect(fetched.status).toBe(200);
    expect(fetched.headers.get('content-disposition')).toMatch(/^attachment; /);
    expect(fetched.headers.get('content-security-policy')).toContain('sandbox');
    expect(Buffer.from(await fetched.arrayBuffer())).toEqual(PROOF);
  }
  const trail = await trailOf(portal.database, tenantId, `invite ${inviteId}`);
  expect(trail.filter(({ action }) => action === 'request file fetched')).toMatchObject([
    { details: { file: id } },
    { actorId: owen.userId, details: { file: id } },
  ]);
  // The same words with another file are another message.
  const second = await upload(files, 'More.pdf', pdf('/Lang (es)'));
  expect((await reply(deal, '<p>See the file.</p>', [second.id])).status).toBe(200);
  expect(((await (await ann.thread(publicId)).json()) as Thread).entries).toHaveLength(2);
  expect(await codeOf(await reply(deal, '<p>Once more</p>', [second.id]))).toBe('not_found');
});

test('DESK-89 security rule: what is infected or not checked is refused with words, and nobody ever gets it', async () => {
  const { deal, inviteId, files, publicId } = await newInvite();
  const infected = await upload(files, 'contract.pdf', INFECTED_PDF);
  expect(infected).toMatchObject({ state: 'refused', refusal: 'infected' });
  expect(FILE_REFUSALS.infected).toBe('A virus was found in the file.');
  expect(await codeOf(await reply(deal, '<p>Look</p>', [infected.id]))).toBe('file_refused');
  const unchecked = await announce(files, 'later.pdf', PROOF);
  expect(await codeOf(await reply(deal, '<p>Look</p>', [unchecked.file_id]))).toBe('file_not_ready');
  expect(await codeOf(await ann.post(`${files}/${unchecked.file_id}/uploaded`, {}))).toBe(
    'file_not_uploaded',
  );
  // Nothing of it was written.
  expect(await (await ann.thread(publicId)).json()).toEqual({ state: null, entries: [] });
  await ann.reply(deal, '<p>Without</p>');
  const caseId = await caseOf(inviteId);
  for (const id of [infected.id, unchecked.file_id]) {
    expect((await ann.get(`${files}/${id}`)).status).toBe(404);
    expect((await owen.fetch(`requests/${caseId}/files/${id}`)).status).toBe(404);
  }
  // Not even by a statement that passes every check of the code.
  await expect(
    asOwner(async (tx) => {
      const request = await tx
        .selectFrom('adjustmentRequests')
        .select('id')
        .where('inviteId', '=', inviteId)
        .executeTakeFirstOrThrow();
      await tx
        .updateTable('caseFiles')
        .set({ requestId: request.id })
        .where('id', '=', infected.id)
        .execute();
    }),
  ).rejects.toThrow(/case_files_check/);
});

test('DESK-89 security rule: nobody sends or gets the file of others', async () => {
  const { deal, inviteId, files } = await newInvite();
  const { id } = await upload(files, 'proof.pdf', PROOF);
  const other = await newInvite();
  expect(await codeOf(await reply(other.deal, '<p>Mine</p>', [id]))).toBe('not_found');
  await reply(deal, '<p>Here</p>', [id]);
  await ann.reply(other.deal, '<p>Hello</p>');
  const [caseId, otherCase] = [await caseOf(inviteId), await caseOf(other.inviteId)];
  expect((await ann.get(`${other.files}/${id}`)).status).toBe(404);
  expect((await owen.fetch(`requests/${otherCase}/files/${id}`)).status).toBe(404);
  const ben = await createSignedInInvestor(portal.database.owner, portal.app, tenantId);
  expect((await ben.get(`${files}/${id}`)).status).toBe(404);
  expect((await ben.post(files, { file_name: 'a.pdf', file_size: 3 })).status).toBe(404);
  const elsewhere = await createTenant(portal.database.owner);
  const stranger = await sitDown({ ...portal, tenantId: elsewhere }, 'Eve Stone');
  expect((await stranger.fetch(`requests/${caseId}/files/${id}`)).status).toBe(404);
  // An investor's file is not part of an answer.
  const answer = { message: '<p>No</p>', is_done: false, heard: 1, file_ids: [id] };
  expect(await owen.post(`requests/${caseId}/answer`, answer)).toMatchObject({ status: 404 });
});

test('DESK-89 the clerk sends a file with the answer; too many and too large ones are refused', async () => {
  const { deal, inviteId, files, publicId } = await newInvite();
  await ann.reply(deal, '<p>Please send the terms.</p>');
  const path = `requests/${await caseOf(inviteId)}`;
  const announced = (await owen.post(`${path}/files`, {
    file_name: 'terms.pdf',
    file_size: PROOF.length,
  })) as unknown as Announced;
  await put(announced, PROOF);
  await vi.waitFor(
    async () =>
      expect(await owen.post(`${path}/files/${announced.file_id}/uploaded`)).toMatchObject({
        state: 'clean',
      }),
    { timeout: 20_000, interval: 100 },
  );
  const answer = { message: '<p>Here.</p>', is_done: false, heard: 1, file_ids: [announced.file_id] };
  expect((await owen.post(`${path}/answer`, answer)).status).toBe(200);
  const { entries } = (await (await ann.thread(publicId)).json()) as Thread;
  expect(entries.at(-1)).toMatchObject({ kind: 'answer', files: [{ file_name: 'terms.pdf' }] });
  expect((await ann.get(`${files}/${announced.file_id}`)).status).toBe(200);

  const six = Array.from({ length: 6 }, () => crypto.randomUUID());
  expect((await reply(deal, '<p>Six</p>', six)).status).toBe(400);
  expect(await codeOf(await ann.post(files, { file_name: 'a.pdf', file_size: 21 * 1024 * 1024 }))).toBe(
    'file_too_large',
  );
  const many = await Promise.all(
    Array.from({ length: 42 }, () => ann.post(files, { file_name: 'a.pdf', file_size: 3 })),
  );
  expect(many.filter(({ status }) => status !== 200).length).toBeGreaterThanOrEqual(2);
});
