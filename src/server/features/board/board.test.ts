import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { permissionsOfRole } from '../../../shared/domain/roles.ts';
import { issueServiceToken } from '../../identity/service-tokens.ts';
import { commandLineOperator } from '../../operator/command.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { changeSettings } from '../../tenant-settings/settings.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { createStoredDealFile } from '../../testing/deal-files.ts';
import { createDocument } from '../../testing/documents.ts';
import {
  createFundedDeal,
  createMembership,
  createParticipation,
  createSyndicate,
  createTenant,
  createUser,
} from '../../testing/factories.ts';
import { createGuest } from '../../testing/guests.ts';
import { createInvitedDeal, createSignedInInvestor } from '../../testing/invites.ts';
import { createBroker, createOpenOffer } from '../../testing/offers.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { postPayment } from '../../testing/posting.ts';
import { TOKEN } from '../../testing/second-factor.ts';
import { createStaff } from '../../testing/staff.ts';
import { asMember, postAsMember, postJson, solveCaptcha } from '../../testing/test-app.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

const BOARD = '/api/desk/v1/board';

interface Queue {
  queue: string;
  waiting: number;
  oldest: string | null;
  since: string | null;
  due_at: string | null;
  promise: string | number | null;
}

let portal: TestPortal;
let otherTenantId: string;
let token: string;
beforeAll(async () => {
  portal = await openTestPortal();
  otherTenantId = await createTenant(portal.database.owner, { name: 'Keystone Funding' });
  ({ accessToken: token } = await createStaff(portal.database.owner, portal.tenantId, {
    role: 'administrator',
  }));
});
afterAll(() => portal.close());

const get = async <T>(path: string, accessToken = token, tenantId = portal.tenantId): Promise<T> => {
  const response = await portal.app.fetch(path, asMember(accessToken, tenantId));
  expect({ path, status: response.status }).toEqual({ path, status: 200 });
  return (await response.json()) as T;
};

async function queueNamed(name: string): Promise<Queue> {
  const { queues } = await get<{ queues: Queue[] }>(BOARD);
  const queue = queues.find((one) => one.queue === name);
  if (!queue) throw new Error(`The board has no queue ${name}.`);
  return queue;
}

const itemsOf = async (name: string) =>
  (
    await get<{ items: { item_id: string; what: string; detail: string; address: string | null }[] }>(
      `${BOARD}/queues/${name}`,
    )
  ).items;

const asTenant = <T>(work: Parameters<typeof withTenant<T>>[2], tenantId = portal.tenantId) =>
  withTenant(portal.database.owner, tenantId, work);

async function giveUp(task: string, payload: object, error = 'timeout'): Promise<bigint> {
  const { db } = portal.database;
  const { rows } = await sql<{ id: bigint }>`
    select id from graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json)`.execute(db);
  const id = rows[0]?.id ?? 0n;
  await sql`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = ${error} where id = ${id}`.execute(
    db,
  );
  return id;
}

test('DESK-21 a new funder has every queue, in a fixed order, empty and with what is promised', async () => {
  const { accessToken } = await createStaff(portal.database.owner, otherTenantId);
  const board = await get<{ queues: Queue[] }>(BOARD, accessToken, otherTenantId);
  expect(board.queues.map(({ queue, promise }) => [queue, promise])).toEqual([
    ['acceptances', 'same day'],
    ['pre-fundings', 72],
    ['adjustments', 24],
    ['bank-changes', 72],
    ['mails', 12],
    ['jobs', 12],
    ['lines', 'same day'],
    ['locked', 4],
    ['invites', 72],
    ['approvals', 'same day'],
    ['withdrawals', 24],
    ['change-notices', 72],
    ['watchlist', null],
  ]);
  expect(board.queues.every(({ waiting, oldest }) => waiting === 0 && oldest === null)).toBe(true);
  expect(board).toMatchObject({
    file: null,
    check: null,
    reports: null,
    next_payout: null,
    usual_minute: null,
  });
});

test('DESK-22 an offer waits from its acceptance until the deal is funded', async () => {
  const offer = await createOpenOffer(portal.database.owner, portal.tenantId);
  await createOpenOffer(portal.database.owner, otherTenantId);
  expect((await queueNamed('acceptances')).waiting).toBe(0);
  const broker = createBroker(portal.app, offer);
  expect((await broker.accept()).status).toBe(200);
  const queue = await queueNamed('acceptances');
  expect(queue).toMatchObject({ waiting: 1, oldest: 'Bright Oak Dental', promise: 'same day' });
  expect(await itemsOf('acceptances')).toMatchObject([{ address: `/desk/submissions/${offer.offerId}` }]);
  const ends = new Date(queue.due_at ?? '');
  expect(
    ends.toLocaleTimeString('en-US', { timeZone: 'America/New_York', hour: 'numeric', minute: '2-digit' }),
  ).toBe('12:00 AM');
  await asTenant((tx) =>
    tx.updateTable('deals').set({ status: 'Active Advance' }).where('id', '=', offer.dealId).execute(),
  );
  expect((await queueNamed('acceptances')).waiting).toBe(0);
});

test('DESK-22 an invite is unanswered, then a request or an accepted share, and nothing more once the deal is funded', async () => {
  const { owner } = portal.database;
  const investor = await createSignedInInvestor(owner, portal.app, portal.tenantId);
  const stranger = await createSignedInInvestor(owner, portal.app, otherTenantId);
  await createInvitedDeal(owner, otherTenantId, [stranger.syndicateId]);
  const first = await createInvitedDeal(owner, portal.tenantId, [investor.syndicateId]);
  const second = await createInvitedDeal(owner, portal.tenantId, [investor.syndicateId]);
  expect((await queueNamed('invites')).waiting).toBe(2);
  const publicId = (deal: typeof first) => deal.invites.get(investor.syndicateId)?.publicId ?? '';
  expect(publicId(first)).not.toBe('');

  await asTenant(async (tx) => {
    const inviteId = first.invites.get(investor.syndicateId)?.id ?? 0n;
    await tx
      .insertInto('adjustmentRequests')
      .values({
        tenantId: portal.tenantId,
        inviteId,
        messageHtml: '<p>Less, please</p>',
        requestedBy: (await createMember(investor.syndicateId)) ?? 0n,
      })
      .execute();
  });
  expect((await queueNamed('invites')).waiting).toBe(1);
  expect(await queueNamed('adjustments')).toMatchObject({ waiting: 1, promise: 24 });

  // It waits until somebody has dealt with it, whatever else happens to the invite.
  const [item] = await itemsOf('adjustments');
  const close = `/api/desk/v1/requests/${item?.item_id}/close`;
  expect((await portal.app.fetch(close, postAsMember({ heard: 1 }, token, portal.tenantId))).status).toBe(
    200,
  );
  expect((await queueNamed('adjustments')).waiting).toBe(0);

  await asTenant(async (tx) =>
    tx
      .insertInto('preFundingAcceptances')
      .values({
        tenantId: portal.tenantId,
        inviteId: second.invites.get(investor.syndicateId)?.id ?? 0n,
        sharePercent: '7.5',
        participationAmountCents: 450_000n,
        acceptedBy: await createMember(investor.syndicateId),
      })
      .execute(),
  );
  expect((await queueNamed('invites')).waiting).toBe(0);
  const accepted = await queueNamed('pre-fundings');
  expect(accepted.waiting).toBe(1);
  expect(accepted.oldest).toMatch(/: 7\.5 % of Bright Oak Dental$/);
  await asTenant((tx) =>
    tx.updateTable('deals').set({ status: 'Active Advance' }).where('id', '=', second.dealId).execute(),
  );
  expect((await queueNamed('pre-fundings')).waiting).toBe(0);
});

async function createMember(syndicateId: bigint): Promise<bigint> {
  return portal.addInvestor(`member-${crypto.randomUUID()}@lakeside.example`, { syndicateId });
}

test('DESK-22 DESK-152 bank changes and withdrawals wait until they are settled, each of the own funder only', async () => {
  const investors = new Map<string, bigint>();
  for (const tenantId of [portal.tenantId, otherTenantId])
    await asTenant(async (tx) => {
      const syndicateId = await createSyndicate(tx, tenantId, { name: 'Cedar Lane' });
      investors.set(tenantId, syndicateId);
      const cipher = {
        keyId: 'k1',
        accountNumberCipher: Buffer.alloc(32),
        routingNumberCipher: Buffer.alloc(32),
      };
      await tx
        .insertInto('bankAccountChanges')
        .values({
          ...cipher,
          tenantId,
          syndicateId,
          bankName: 'First Bank',
          accountNumberLast4: '6789',
          routingNumberLast4: '0021',
          takesEffectAt: new Date(Date.now() + 72 * 3_600_000),
        })
        .execute();
      await tx
        .insertInto('withdrawalRequests')
        .values({ tenantId, syndicateId, amountCents: 1_234_550n, askedBy: 'user 1', reference: 'W-1' })
        .execute();
    }, tenantId);
  expect(await queueNamed('bank-changes')).toMatchObject({ waiting: 1, oldest: 'Cedar Lane', promise: 72 });
  const [change] = await itemsOf('bank-changes');
  expect(change?.detail).toMatch(/^First Bank, takes effect \d\d\/\d\d, \d/);
  expect(change?.address, 'DESK-152').toBe(`/desk/investors/${investors.get(portal.tenantId)}`);
  expect(await queueNamed('withdrawals')).toMatchObject({ waiting: 1, oldest: 'Cedar Lane: $12,345.50' });
  await asTenant((tx) =>
    tx
      .updateTable('withdrawalRequests')
      .set({ state: 'declined', settledAt: new Date(), settledBy: 'x' })
      .execute(),
  );
  expect((await queueNamed('withdrawals')).waiting).toBe(0);
});

async function addRun(tenantId: string, references: string[], finishedAt: Date | null = new Date()) {
  return asTenant(async (tx) => {
    const { id: runId } = await tx
      .insertInto('postingRuns')
      .values({
        tenantId,
        fileHash: randomBytes(32),
        fileName: 'day.csv',
        entryCount: 10,
        position: 10,
        postedCount: 10 - references.length,
        postedCents: 31_840_217n,
        refusedCount: references.length,
        completeThrough: '2026-11-13',
        postedOn: sql<string>`(now() at time zone 'America/New_York')::date`,
        finishedAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (references.length > 0)
      await tx
        .insertInto('postingRefusals')
        .values(
          references.map((reference, index) => ({
            tenantId,
            runId,
            line: index + 2,
            reference,
            code: 'not_found',
          })),
        )
        .execute();
    return runId;
  }, tenantId);
}

test('DESK-22 a line that was refused waits until its reference is posted', async () => {
  await addRun(portal.tenantId, ['T-1', 'T-2']);
  await addRun(otherTenantId, ['T-3']);
  expect((await queueNamed('lines')).waiting).toBe(2);
  expect(await itemsOf('lines')).toMatchObject([
    { what: 'Line 2 of day.csv, T-1', detail: 'No deal has this MID.', address: '/desk/payments' },
    { what: 'Line 3 of day.csv, T-2' },
  ]);
  await asTenant(async (tx) => {
    const dealId = await createFundedDeal(tx, portal.tenantId, { mid: 'HC20001' });
    await createParticipation(tx, portal.tenantId, { dealId, syndicateId: portal.syndicateId });
    const day = calendarDate('2026-11-12');
    await postPayment(tx, portal.tenantId, {
      dealId,
      reference: 'T-1',
      amount: 70_000n,
      clearedDate: day,
      postedOn: day,
    });
  });
  expect((await queueNamed('lines')).waiting).toBe(1);
});

test('DESK-22 a deal on the watchlist is counted once, whatever put it there', async () => {
  await asTenant(async (tx) => {
    const dealId = await createFundedDeal(tx, portal.tenantId, { mid: 'HC20002', name: 'Fleming Salon' });
    const alert = { tenantId: portal.tenantId, dealId, openedOn: '2026-11-12' };
    await tx
      .insertInto('dealAlerts')
      .values([
        { ...alert, reason: 'slow' },
        { ...alert, reason: 'missed' },
        { ...alert, reason: 'paused', closedOn: '2026-11-13', closedAt: new Date() },
      ])
      .execute();
    const reasons = JSON.stringify([{ reason: 'missed' }, { reason: 'slow' }]);
    await sql`update deal_standings set reasons = ${reasons}::jsonb where deal_id = ${dealId}`.execute(tx);
  });
  expect(await queueNamed('watchlist')).toMatchObject({ waiting: 1, oldest: 'Fleming Salon', due_at: null });
});

test('DESK-22 DESK-152 somebody whose sign-in is locked is named with their page, and nobody who only mistyped', async () => {
  await portal.addInvestor('sam@bluewater.example', { name: 'Sam Ellery' });
  await portal.addInvestor('kim@bluewater.example', { name: 'Kim Ito' });
  const worker = await startTestWorker(portal.database);
  const fail = async (username: string) =>
    portal.app.fetch(
      TOKEN,
      postJson({
        grant_type: 'password',
        username,
        password: 'wrong one',
        recaptcha: await solveCaptcha(portal.app),
      }),
    );
  for (let count = 0; count < 12; count += 1) await fail('sam@bluewater.example');
  await fail('kim@bluewater.example');
  await expect
    .poll(() => queueNamed('locked'), { timeout: 20_000 })
    .toMatchObject({ waiting: 1, oldest: 'Sam Ellery' });
  const [locked] = await itemsOf('locked');
  expect(locked?.address, 'DESK-152').toBe(`/desk/people/${locked?.item_id}`);
  await worker.stop();
});

test('DESK-25 a mail that failed is sent again or dropped by who may change settings, and the audit says who did it', async () => {
  const { tenantId, syndicateId, database } = portal;
  const payload = { tenantId, syndicateId: syndicateId.toString(), reportDate: '2026-11-13' };
  const report = await giveUp(
    'send nightly report',
    payload,
    'Can’t send mail: 552 <ann@eastbank.example> mailbox full',
  );
  const file = await giveUp('delete stored file', { tenantId });
  const others = await giveUp('mail link', { tenantId: otherTenantId });
  expect((await queueNamed('mails')).waiting).toBe(1);
  expect((await queueNamed('jobs')).waiting).toBe(1);
  const [item] = await itemsOf('mails');
  expect(item?.what).toMatch(/^Send nightly report: /);
  expect(item?.detail).toBe('Can’t send mail: 552 <<address>> mailbox full');
  expect(item?.item_id).toBe(report.toString());

  const change = async (id: bigint, how: string, accessToken = token) => {
    const response = await portal.app.fetch(
      `/api/desk/v1/jobs/${id}/${how}`,
      postAsMember({}, accessToken, tenantId),
    );
    return response.status === 200
      ? ((await response.json()) as { success: boolean }).success
      : response.status;
  };
  const { accessToken: clerk } = await createStaff(database.owner, tenantId, { role: 'servicing' });
  expect(await change(report, 'retry', clerk)).toBe(403);
  expect(await change(report, 'retry')).toBe(true);
  expect(await change(report, 'retry')).toBe(false);
  expect(await change(file, 'drop')).toBe(true);
  expect(await change(others, 'drop')).toBe(false);
  expect(await change(others, 'retry')).toBe(false);
  expect((await queueNamed('mails')).waiting).toBe(0);
  expect((await queueNamed('jobs')).waiting).toBe(0);
  const { rows } = await sql<{ id: bigint; attempts: number; most: number }>`
    select id, attempts, max_attempts as most from graphile_worker._private_jobs where id in (${report}, ${file}, ${others})
    order by id`.execute(database.db);
  expect(rows.map(({ id, attempts, most }) => [id, attempts === most])).toEqual([
    [report, false],
    [others, true],
  ]);
  const trail = await trailOf(database, tenantId, 'job send nightly report');
  expect(trail.map(({ action, details }) => [action, (details as { operator: string }).operator])).toEqual([
    ['job retried', expect.stringMatching(/^desk: /)],
  ]);
});

test('DESK-20 the day’s file, the last check and the reports are told with who, when and why not', async () => {
  const { tenantId, syndicateId, database } = portal;
  const runId = await addRun(tenantId, ['T-9']);
  const { userId } = await createStaff(database.owner, tenantId);
  await asTenant(async (tx) => {
    await tx.updateTable('memberships').set({ name: 'Ana Ruiz' }).where('userId', '=', userId).execute();
    await sql`select append_to_trail(${userId}, 'payments posted', ${`posting run ${runId}`}, '{"posted": 9, "entries": 10}'::jsonb, null)`.execute(
      tx,
    );
    await tx
      .insertInto('reconciliations')
      .values({
        tenantId,
        comparedAt: new Date(),
        lineCount: 48_211n,
        netPayCents: 1n,
        paymentCount: 1n,
        differences: '[]',
      })
      .execute();
    const second = await createSyndicate(tx, tenantId, { name: 'Eastbank Ventures' });
    const report = { tenantId, reportDate: '2026-11-13' };
    await tx
      .insertInto('nightlyReports')
      .values([
        { ...report, syndicateId, state: 'sent', messageId: '<1>', sentAt: new Date(), failure: null },
        {
          ...report,
          syndicateId: second,
          state: 'failed',
          messageId: null,
          failure: '552 mailbox full',
          sentAt: null,
        },
      ])
      .execute();
  });
  expect(await get(BOARD)).toMatchObject({
    file: {
      // Two files of this day.
      ...{ files: 2, entries: 20, posted: 17, posted_amount: '636804.34', taken_back_amount: '0.00' },
      refused: 2,
      posted_by: 'Ana Ruiz',
      complete_through: '2026-11-13',
    },
    check: { lines: 48_211, differences: 0, ties_out: true },
    reports: {
      date: '2026-11-13',
      reports: 2,
      sent: 1,
      failed: 1,
      failures: [{ syndicate: 'Eastbank Ventures', why: '552 mailbox full' }],
    },
    happened: expect.arrayContaining([
      expect.objectContaining({ who: 'Ana Ruiz', words: 'Payments posted: 9 of 10 lines' }),
    ]),
  });
});

test('DESK-24 what just happened is left out for those who may not read the audit trail', async () => {
  const { accessToken } = await createStaff(portal.database.owner, portal.tenantId, { role: 'servicing' });
  expect(permissionsOfRole('servicing')).not.toContain('view-audit');
  expect(await get(BOARD, accessToken)).toMatchObject({ happened: null });
});

test('DESK-24 what just happened names people, merchants, syndicates and runs, and leaves visits out', async () => {
  await asTenant(async (tx) => {
    const { tenantId } = portal;
    const syndicateId = await createSyndicate(tx, tenantId, { name: 'Lakeside Partners' });
    await createFundedDeal(tx, tenantId, { mid: 'HC20003', name: 'Hoffman Plumbing' });
    const { id: runId } = await tx
      .insertInto('payoutRuns')
      .values({ tenantId, payDate: '2026-11-19', preparedBy: await createMember(portal.syndicateId) })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [action, subject] of [
      ['payout run prepared', `payout run ${runId}`],
      ['contact changed', `syndicate ${syndicateId}`],
      ['deal status changed', 'deal HC20003'],
      ['syndicate viewed', `syndicate ${syndicateId}`],
    ])
      await sql`select append_to_trail(null, ${action}, ${subject}, '{"operator": "service token 4: loans"}'::jsonb, null)`.execute(
        tx,
      );
  });
  const { happened } = await get<{ happened: { who: string; words: string }[] }>(BOARD);
  expect(happened.slice(0, 3).map(({ who, words }) => [who, words])).toEqual([
    ['loans', 'Deal status changed: Hoffman Plumbing (HC20003)'],
    ['loans', 'Contact changed: Lakeside Partners'],
    ['loans', 'Payout run prepared: 11/19/2026'],
  ]);
});

test('DESK-24 what just happened names guests, files, documents, tokens and bank changes, and shows no ids', async () => {
  const { tenantId, database } = portal;
  const { owner } = database;
  const syndicateId = await asTenant((tx) => createSyndicate(tx, tenantId, { name: 'Lakeside Partners' }));
  const documentId = await createDocument(owner, {
    tenantId,
    syndicateId,
    userId: null,
    title: 'Letter of May',
  });
  const userId = await createUser(owner);
  await asTenant(async (tx) => {
    await createMembership(tx, tenantId, userId, { role: 'guest', name: 'Gail Guest' });
    const guestId = await createGuest(tx, tenantId, { syndicateId, userId });
    const change = await tx
      .insertInto('bankAccountChanges')
      .values({
        ...{ tenantId, syndicateId, bankName: 'Second', keyId: 'k1', takesEffectAt: new Date() },
        ...{ accountNumberLast4: '4321', routingNumberLast4: '8765' },
        ...{ accountNumberCipher: Buffer.alloc(32), routingNumberCipher: Buffer.alloc(32) },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: tokenId } = await issueServiceToken(tx, tenantId, {
      name: 'loans of May',
      scopes: ['post'],
      days: 1,
    });
    for (const [action, subject] of [
      ['guest changed', `guest ${guestId}`],
      ['bank change requested', `bank change ${change.id}`],
      ['service token issued', `service token ${tokenId}`],
      ['document published', `document ${documentId}`],
    ])
      await sql`select append_to_trail(null, ${action}, ${subject}, '{"operator": "service token 4: loans"}'::jsonb, null)`.execute(
        tx,
      );
  });
  const { happened } = await get<{ happened: { who: string; words: string }[] }>(BOARD);
  expect(happened.slice(0, 4).map(({ words }) => words)).toEqual([
    'Document published: Letter of May',
    'Service token issued: loans of May',
    'Bank change requested: Lakeside Partners',
    'Guest changed: Gail Guest, Lakeside Partners',
  ]);
});

test('DESK-24 what just happened names imports, shares, files and links, tells no rows of an import, and shows no id of what is gone', async () => {
  const { tenantId, database } = portal;
  const { owner } = database;
  const { userId } = await createStaff(owner, tenantId);
  const dealId = await asTenant((tx) =>
    createFundedDeal(tx, tenantId, { mid: 'HC20004', name: 'Hoffman Roofing' }),
  );
  const fileId = await createStoredDealFile(owner, tenantId, dealId, { name: 'Letter.pdf' });
  const { offerId } = await createOpenOffer(owner, tenantId);
  await asTenant(async (tx) => {
    const syndicateId = await createSyndicate(tx, tenantId, { name: 'Harbor Point' });
    const shareId = await createParticipation(tx, tenantId, { dealId, syndicateId });
    const [run, other] = await tx
      .insertInto('importRuns')
      .values(
        ['2026-11-12T15:00:00Z', '2026-11-13T15:00:00Z'].map((startedAt) => ({
          tenantId,
          startedBy: userId,
          startedAt,
        })),
      )
      .returning('id')
      .execute();
    await tx
      .insertInto('importFiles')
      .values({ tenantId, runId: run?.id ?? 0n, name: 'Deals.csv', byteSize: 1n, stagedBy: userId })
      .execute();
    const link = await tx
      .insertInto('capabilityLinks')
      .values({
        ...{ tenantId, kind: 'offer', subjectId: offerId, tokenHash: randomBytes(32) },
        expiresAt: new Date(Date.now() + 60_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [action, subject] of [
      ['link revoked', `link ${link.id}`],
      ['deal file fetched', `file ${fileId}`],
      ['Schedule A opened', `participation ${shareId}`],
      ['import undone', `import ${run?.id}`],
      ['import confirmed', `import ${other?.id}`],
      ['imported row changed', `deals ${dealId}`],
      ['personal data removed', 'broker 999999'],
      ['user closed', 'user 999999'],
    ])
      await sql`select append_to_trail(null, ${action}, ${subject}, '{"operator": "service token 4: loans"}'::jsonb, null)`.execute(
        tx,
      );
  });
  const { happened } = await get<{ happened: { who: string; words: string }[] }>(BOARD);
  expect(happened.slice(0, 7).map(({ words }) => words)).toEqual([
    'User closed',
    'Personal data removed',
    'Import confirmed: of 11/13/2026',
    'Import undone: Deals.csv',
    'Schedule A opened: Harbor Point, Hoffman Roofing',
    'Deal file fetched: Letter.pdf, Hoffman Roofing',
    'Link revoked: Bright Oak Dental',
  ]);
});

test('DESK-23 the funder’s own book is the sum of its syndicates', async () => {
  const tenantId = await createTenant(portal.database.owner, { name: 'Lakefront Funding' });
  const { accessToken } = await createStaff(portal.database.owner, tenantId);
  const ahead = await asTenant(async (tx) => {
    const { rows } = await sql<{ day: string }>`
      select ((now() at time zone 'America/New_York')::date + 3)::text as day`.execute(tx);
    const payDate = rows[0]?.day ?? '';
    for (const [index, netPayCents] of [10_000n, 25_050n].entries()) {
      const syndicateId = await createSyndicate(tx, tenantId);
      await tx
        .updateTable('syndicates')
        .set({ usesCashBalance: index === 0 })
        .where('id', '=', syndicateId)
        .execute();
      const sums = { grossCents: netPayCents + 300n, managementFeeCents: 300n, netPayCents };
      await tx
        .insertInto('syndicatePayDates')
        .values([
          { tenantId, syndicateId, payDate, transactionCount: 1, ...sums },
          { tenantId, syndicateId, payDate: '2026-01-05', transactionCount: 1, ...sums },
        ])
        .execute();
      await tx
        .insertInto('syndicateTotals')
        .values({
          tenantId,
          syndicateId,
          participationCount: 1,
          managementFeeCents: 600n,
          portfolioBalanceCents: 99_999n,
          cashCents: 5_000n,
        })
        .onConflict((conflict) =>
          conflict.columns(['tenantId', 'syndicateId']).doUpdateSet({
            participationCount: 1,
            managementFeeCents: 600n,
            portfolioBalanceCents: 99_999n,
            cashCents: 5_000n,
          }),
        )
        .execute();
    }
    return payDate;
  }, tenantId);
  expect(await get(BOARD, accessToken, tenantId)).toMatchObject({
    next_payout: { pay_date: ahead, amount: '350.50', syndicates: 2 },
    book: {
      on_its_way: '350.50',
      in_cash_accounts: '50.00',
      owed: '400.50',
      fees_earned: '12.00',
      balance: '1999.98',
      syndicates: 2,
    },
  });
});

test('DESK-26 the health of the portal is told by part, with the version and the last backup', async () => {
  const health = await get<{ parts: { name: string; is_up: boolean }[] }>('/api/desk/v1/health');
  expect(health).toMatchObject({
    backup_at: null,
    certificate_ends_at: null,
    version: expect.stringMatching(/^\d/),
  });
  expect(health.parts.map(({ name }) => name)).toEqual(['database', 'queue', 'files', 'mail', 'virus scan']);
});

test('DESK-21 what a funder promises is a setting, and the board shows it', async () => {
  const promise = (queuePromises: string) =>
    asTenant((tx) => changeSettings(tx, portal.tenantId, { queuePromises }, commandLineOperator()));
  await expect(promise('visits 3')).rejects.toThrow('such as');
  await promise('watchlist 240; lines 2');
  expect((await queueNamed('watchlist')).promise).toBe(240);
  const lines = await queueNamed('lines');
  expect(lines.promise).toBe(2);
  expect(new Date(lines.due_at ?? '').getTime() - new Date(lines.since ?? '').getTime()).toBe(2 * 3_600_000);
});
