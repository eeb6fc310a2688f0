import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { type Answer, type AtDesk, sitDown } from '../../testing/desk.ts';
import { createTenant } from '../../testing/factories.ts';
import {
  createInvitedDeal,
  createSignedInInvestor,
  type Investor,
  type InvitedDeal,
} from '../../testing/invites.ts';
import { countMails, waitForMail } from '../../testing/mailbox.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

interface Entry {
  kind: string;
  author: string | null;
  by_funder: boolean;
  message: string | null;
  owner: string | null;
}

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
let tenantId: string;
let ann: Investor;
let owen: AtDesk;
let ingrid: AtDesk;
let renee: AtDesk;
beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
  ({ tenantId } = portal);
  ann = await createSignedInInvestor(portal.database.owner, portal.app, tenantId);
  owen = await sitDown(portal, 'Owen Hart', { role: 'servicing' });
  ingrid = await sitDown(portal, 'Ingrid Sol', { role: 'accounting' });
  renee = await sitDown(portal, 'Renee Park', { role: 'underwriter' });
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

const newDeal = (overrides: Parameters<typeof createInvitedDeal>[3] = {}) =>
  createInvitedDeal(portal.database.owner, tenantId, [ann.syndicateId], overrides);
const inviteOf = (deal: InvitedDeal) => {
  const invite = deal.invites.get(ann.syndicateId);
  if (!invite) throw new Error('The syndicate is not invited.');
  return invite;
};
const asOwner = <T>(work: Parameters<typeof withTenant<T>>[2]) =>
  withTenant(portal.database.owner, tenantId, work);

const caseOf = async (deal: InvitedDeal): Promise<bigint | undefined> =>
  (
    await asOwner((tx) =>
      tx.selectFrom('inviteCases').select('id').where('inviteId', '=', inviteOf(deal).id).executeTakeFirst(),
    )
  )?.id;

/** A deal about which the investor has written. */
async function ask(words = '<p>Could we do 8 %?</p>', overrides = {}) {
  const deal = await newDeal(overrides);
  expect((await ann.reply(deal, words)).status).toBe(200);
  const id = await caseOf(deal);
  const path = `requests/${id}`;
  return {
    deal,
    id,
    path,
    publicId: inviteOf(deal).publicId,
    read: (desk: AtDesk = owen) => desk.get(path),
    kinds: async () => ((await owen.get(path))['entries'] as Entry[]).map(({ kind }) => kind),
  };
}

const listed = async (desk: AtDesk, filter: string): Promise<number[]> => {
  const answer = await desk.get(`requests?filter=${filter}`);
  expect(answer.status).toBe(200);
  return (answer['requests'] as { request_id: number }[]).map(({ request_id }) => request_id);
};
const threadOf = async (publicId: string) =>
  (await (await ann.thread(publicId)).json()) as { state: string | null; entries: Entry[] };
const answerOf = (answer: Answer) => [answer.status, answer['code']];

test('DESK-80 what an investor writes opens one case for the invite, and a pre-funding answer only with words', async () => {
  const { deal, id, read } = await ask('<p>Could we do <b>8 %</b>?<script>alert(1)</script></p>', {
    capPercent: '12',
    offeredSharePercent: '4.5',
  });
  expect((await ann.reply(deal, '<p>Or 7 %?</p>')).status).toBe(200);
  expect(await caseOf(deal)).toBe(id);
  expect(await read()).toMatchObject({
    status: 200,
    state: 'open',
    owner: null,
    heard: 2,
    deal_name: deal.name,
    contract_MID: deal.mid,
    offered_percent: '4.5',
    participation_percent: '10',
    accepted_percent: null,
    cap_percent: '12',
    remaining_percent: '12',
    lender_offer_amount: '60000.00',
    entries: [
      { kind: 'message', by_funder: false, message: '<p>Could we do <b>8 %</b>?</p>' },
      { kind: 'message', message: '<p>Or 7 %?</p>' },
    ],
  });

  const silent = await newDeal();
  await ann.accept(silent, '5');
  expect(await caseOf(silent)).toBeUndefined();
  const empty = await newDeal();
  await ann.accept(empty, '5', { message: '<p> </p>' });
  expect(await caseOf(empty)).toBeUndefined();
  const noted = await newDeal();
  await ann.accept(noted, '0', { message: '<p>Not this month.</p>' });
  expect(await owen.get(`requests/${await caseOf(noted)}`)).toMatchObject({
    state: 'open',
    accepted_percent: '0',
    entries: [{ kind: 'declined', message: '<p>Not this month.</p>' }],
  });
  // Once there is a case, an answer without words is an event of it, and asks for nothing.
  const { deal: later, path, kinds } = await ask();
  await owen.post(`${path}/answer`, { message: '<p>No.</p>', is_done: false, heard: 1 });
  await ann.accept(later, '5');
  expect(await owen.get(path)).toMatchObject({ state: 'answered', heard: 1 });
  expect(await kinds()).toEqual(['message', 'taken', 'answer', 'accepted']);
});

test('DESK-81 open, answered, done, and open again when the investor writes; all of it is in the trail', async () => {
  const { deal, path, publicId } = await ask();
  expect((await threadOf(publicId)).state).toBe('open');
  expect((await owen.post(`${path}/take`, { owner_id: null })).status).toBe(200);
  const answer = { message: '<p>We can do <i>7 %</i>.<img src=x></p>', is_done: false, heard: 1 };
  expect((await owen.post(`${path}/answer`, answer)).status).toBe(200);
  expect(await threadOf(publicId)).toMatchObject({
    state: 'answered',
    entries: [
      { kind: 'message' },
      {
        kind: 'answer',
        author: 'Owen Hart',
        by_funder: true,
        message: '<p>We can do <i>7 %</i>.</p>',
        owner: null,
      },
    ],
  });
  await ann.reply(deal, '<p>Fine.</p>');
  expect(await owen.get(path)).toMatchObject({ state: 'open', heard: 2, owner: 'Owen Hart' });
  // Whoever has taken it answers it, and somebody else takes it over first.
  expect(await ingrid.post(`${path}/close`, { heard: 2 })).toMatchObject({ code: 'request_taken' });
  expect(await ingrid.post(`${path}/answer`, { ...answer, heard: 2 })).toMatchObject({
    code: 'request_taken',
  });
  expect((await ingrid.post(`${path}/take`, { owner_id: Number(owen.userId) })).status).toBe(200);
  expect((await ingrid.post(`${path}/close`, { heard: 2 })).status).toBe(200);
  expect(await threadOf(publicId)).toMatchObject({ state: 'done' });
  expect((await ingrid.post(`${path}/reopen`)).status).toBe(200);
  const last = { message: '<p>Done.</p>', is_done: true, heard: 2 };
  expect((await ingrid.post(`${path}/answer`, last)).status).toBe(200);
  expect(await owen.get(path)).toMatchObject({ state: 'done' });
  await ann.reply(deal, '<p>One more thing.</p>');
  expect(await owen.get(path)).toMatchObject({ state: 'open', heard: 3 });

  const trail = await trailOf(portal.database, tenantId, `invite ${inviteOf(deal).id}`);
  expect(trail.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['adjustment requested', expect.any(BigInt)],
    ['request taken', owen.userId],
    ['request answered', owen.userId],
    ['adjustment requested', expect.any(BigInt)],
    ['request taken', ingrid.userId],
    ['request closed', ingrid.userId],
    ['request reopened', ingrid.userId],
    ['request answered', ingrid.userId],
    ['request closed', ingrid.userId],
    ['adjustment requested', expect.any(BigInt)],
  ]);
  expect(trail[1]?.details).toMatchObject({ oldOwner: 'nobody', newOwner: `user ${owen.userId}` });
});

test('DESK-82 of two who take a case at once one gets it; it can be taken over and handed over, and the thread says so', async () => {
  const { path, kinds } = await ask();
  const both = await Promise.all([owen, ingrid].map((desk) => desk.post(`${path}/take`, { owner_id: null })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const loser = both.find(({ status }) => status === 409);
  expect(loser).toMatchObject({
    code: 'request_taken',
    message: expect.stringMatching(/ was quicker and has taken it\.$/),
  });
  const { owner_id: first } = await owen.get(path);
  const [winner, other] = first === Number(owen.userId) ? [owen, ingrid] : [ingrid, owen];
  expect((await winner.post(`${path}/take`, { owner_id: null })).status).toBe(200);
  expect((await other.post(`${path}/take`, { owner_id: first })).status).toBe(200);
  expect(await owen.get(path)).toMatchObject({ owner_id: Number(other.userId) });
  const seen = { owner_id: Number(other.userId) };
  expect(
    answerOf(await other.post(`${path}/hand_over`, { ...seen, new_owner_id: Number(renee.userId) })),
  ).toEqual([422, 'request_owner_unfit']);
  expect(
    (await other.post(`${path}/hand_over`, { ...seen, new_owner_id: Number(winner.userId) })).status,
  ).toBe(200);
  expect(await kinds()).toEqual(['message', 'taken', 'taken', 'handed over']);
  // Who may only read the desk changes nothing.
  for (const [word, body] of Object.entries({
    take: seen,
    hand_over: { ...seen, new_owner_id: Number(owen.userId) },
    answer: { message: '<p>No</p>', is_done: true, heard: 1 },
    close: { heard: 1 },
    reopen: {},
  }))
    expect(answerOf(await renee.post(`${path}/${word}`, body))).toEqual([403, 'permission_needed']);
  expect((await renee.get(path)).status).toBe(200);
});

test('DESK-83 nothing is answered or closed over a message that nobody has read, also when both happen at once', async () => {
  const { deal, path } = await ask();
  await ann.reply(deal, '<p>Wait, 6 % is enough.</p>');
  for (const [word, body] of Object.entries({
    answer: { message: '<p>8 % it is.</p>', is_done: true, heard: 1 },
    close: { heard: 1 },
  }))
    expect(answerOf(await owen.post(`${path}/${word}`, body))).toEqual([409, 'request_has_news']);
  expect(await owen.get(path)).toMatchObject({ state: 'open', heard: 2 });
  for (let round = 0; round < 5; round += 1) {
    const { heard } = await owen.get(path);
    await Promise.all([owen.post(`${path}/close`, { heard }), ann.reply(deal, `<p>Again ${round}</p>`)]);
    expect(await owen.get(path)).toMatchObject({ state: 'open', heard: Number(heard) + 1 });
  }
});

test('DESK-84 the same answer sent again adds nothing, also at once, and a later one counts', async () => {
  const { path, kinds, id } = await ask();
  const answer = { message: '<p>We look into it.</p>', is_done: false, heard: 1 };
  const answers = await Promise.all(Array.from({ length: 4 }, () => owen.post(`${path}/answer`, answer)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await kinds()).toEqual(['message', 'taken', 'answer']);
  const mails = () =>
    asOwner((tx) =>
      tx
        .selectFrom('notificationItems as told')
        .innerJoin('caseEntries as entry', (join) =>
          join.on(sql`'answer ' || entry.id`, '=', sql.ref('told.event')),
        )
        .select('told.id')
        .where('entry.caseId', '=', id ?? 0n)
        .execute(),
    );
  expect(await mails()).toHaveLength(1);
  await asOwner(async (tx) => {
    await sql`alter table case_entries disable trigger append_only`.execute(tx);
    await sql`update case_entries set written_at = written_at - interval '11 minutes' where case_id = ${id}`.execute(
      tx,
    );
    await sql`alter table case_entries enable trigger append_only`.execute(tx);
  });
  expect((await owen.post(`${path}/answer`, answer)).status).toBe(200);
  expect((await kinds()).filter((kind) => kind === 'answer')).toHaveLength(2);
  expect(await mails()).toHaveLength(2);
  for (const message of ['', '<p> </p>'])
    expect(answerOf(await owen.post(`${path}/answer`, { ...answer, message }))).toEqual([
      422,
      'message_missing',
    ]);
  expect(
    answerOf(await owen.post(`${path}/answer`, { ...answer, message: `<p>${'a'.repeat(70_000)}</p>` })),
  ).toEqual([422, 'message_too_long']);
});

test('DESK-85 the list by what waits, of whom, and what became of it, with the age against the promise', async () => {
  const mine = await ask();
  const nobodys = await ask('<p>Please call <b>me</b>.</p>');
  const answered = await ask();
  const done = await ask();
  await owen.post(`${mine.path}/take`, { owner_id: null });
  await ingrid.post(`${answered.path}/answer`, { message: '<p>Yes.</p>', is_done: false, heard: 1 });
  await ingrid.post(`${done.path}/close`, { heard: 1 });
  const idOf = ({ id }: { id: bigint | undefined }) => Number(id);
  const open = await listed(owen, 'open');
  expect(open.indexOf(idOf(mine))).toBeLessThan(open.indexOf(idOf(nobodys)));
  expect(open).not.toContain(idOf(answered));
  expect(await listed(owen, 'mine')).toContain(idOf(mine));
  expect(await listed(owen, 'mine')).not.toContain(idOf(nobodys));
  expect(await listed(owen, 'unowned')).toContain(idOf(nobodys));
  expect(await listed(owen, 'answered')).toContain(idOf(answered));
  expect(await listed(owen, 'done')).toContain(idOf(done));
  const all = await owen.get('requests');
  expect(all).toMatchObject({ promise: 24, page_length: 25, counts: { open: open.length } });
  const row = (all['requests'] as Record<string, unknown>[]).find(
    ({ request_id }) => request_id === idOf(nobodys),
  );
  expect(row).toMatchObject({ last_words: 'Please call me.', owner: null, deal_name: nobodys.deal.name });
  const { waiting_since, due_at } = row as { waiting_since: string; due_at: string };
  expect(Date.parse(due_at) - Date.parse(waiting_since)).toBe(24 * 3_600_000);

  const queue = (await owen.get('board/queues/adjustments'))['items'] as {
    item_id: string;
    detail: string;
  }[];
  const item = queue.find(({ item_id }) => item_id === String(mine.id));
  expect(item?.detail ?? 'Owen Hart is not among the ten oldest').toMatch(/Owen Hart/);
  expect(queue.map(({ item_id }) => item_id)).not.toContain(String(answered.id));
});

test('DESK-86 the investor who wrote is told of an answer by mail, which says nothing of it and leads to the page', async () => {
  const { owner } = portal.database;
  const email = `cleo-${crypto.randomUUID()}@investor.example`;
  const cleo = await createSignedInInvestor(owner, portal.app, tenantId, { email });
  const deal = await createInvitedDeal(owner, tenantId, [cleo.syndicateId]);
  const invite = deal.invites.get(cleo.syndicateId);
  // A colleague who has not written is not told.
  const colleague = `dan-${crypto.randomUUID()}@investor.example`;
  await portal.addInvestor(colleague, { syndicateId: cleo.syndicateId });
  await cleo.reply(deal, '<p>What about 3.5 %?</p>');
  const { id } = await asOwner((tx) =>
    tx
      .selectFrom('inviteCases')
      .select('id')
      .where('inviteId', '=', invite?.id ?? 0n)
      .executeTakeFirstOrThrow(),
  );
  const answer = { message: '<p>Our secret is 3.25 %.</p>', is_done: false, heard: 1 };
  expect((await owen.post(`requests/${id}/answer`, answer)).status).toBe(200);
  const subject = `Answer about ${deal.name} (MID ${deal.mid})`;
  const mail = await waitForMail(email, subject);
  expect(mail.text).toContain(`/accounting_reply/${invite?.publicId}`);
  expect(mail.text).toContain('You sign in to open it.');
  expect(mail.text).not.toMatch(/secret|3\.25|3\.5/);
  expect([await countMails(email), await countMails(colleague)]).toEqual([0, 0]);
});

test('DESK-87 security rule: nobody else reads a thread: another syndicate, another tenant', async () => {
  const { publicId, id } = await ask();
  const ben = await createSignedInInvestor(portal.database.owner, portal.app, tenantId);
  expect((await ben.thread(publicId)).status).toBe(404);
  const elsewhere = await createTenant(portal.database.owner);
  const theirs = await createSignedInInvestor(portal.database.owner, portal.app, elsewhere);
  expect((await theirs.thread(publicId)).status).toBe(404);
  const stranger = await sitDown({ ...portal, tenantId: elsewhere }, 'Eve Stone');
  expect(await stranger.get(`requests/${id}`)).toMatchObject({ status: 404, code: 'not_found' });
  expect(await listed(stranger, 'open')).toEqual([]);
  const body = { message: '<p>Mine</p>', is_done: false, heard: 1 };
  expect((await stranger.post(`requests/${id}/answer`, body)).status).toBe(404);
});
