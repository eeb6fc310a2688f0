import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../platform/db/transactions.ts';
import { hashOf, keptFigures } from '../statements/kept-figures.ts';
import { commandLineOn } from '../testing/command-line.ts';
import { createSyndicate } from '../testing/factories.ts';
import { waitForMail } from '../testing/mailbox.ts';
import { openTestPortal, type TestPortal } from '../testing/portal.ts';
import { sampleMonth } from '../testing/statements.ts';
import { startTestWorker } from '../testing/test-worker.ts';
import { createToldPerson, happen } from '../testing/told-person.ts';
import { takeWaiting } from './morning-mails.jobs.ts';

const BEFORE = '2027-01-12T11:59:00.000Z';
const MORNING = '2027-01-12T12:00:00.000Z';

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
const lines: string[] = [];
beforeAll(async () => {
  portal = await openTestPortal();
  const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  worker = await startTestWorker(portal.database, { logger: logger as FastifyBaseLogger });
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

async function keepStatement(syndicateId: bigint, month: string, figures: string): Promise<bigint> {
  const { id } = await withTenant(portal.database.db, portal.tenantId, (tx) =>
    tx
      .insertInto('statements')
      .values({
        ...{ tenantId: portal.tenantId, syndicateId, kind: 'month', periodStart: month, version: 1 },
        ...{ figures, sha256: hashOf(figures) },
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return id;
}

const checks = async () =>
  (
    await sql<{ attempts: number }>`
      select attempts from graphile_worker.jobs where task_identifier = 'check statement file'`.execute(
      portal.database.owner,
    )
  ).rows;

test('STMT-32 a mail of a morning goes out with all but the PDF that cannot be made, says so, and the operator has one failed job until it can be made', async () => {
  const { database, tenantId } = portal;
  const syndicateId = await withTenant(database.owner, tenantId, (tx) => createSyndicate(tx, tenantId));
  const people = [await createToldPerson(portal, syndicateId), await createToldPerson(portal, syndicateId)];
  for (const person of people)
    expect((await person.choose('statement_ready', 'daily', true)).status).toBe(200);
  const october = sampleMonth();
  const good = await keepStatement(syndicateId, '2026-10-01', keptFigures(october));
  // As though a version of the program could not read what one before had kept.
  const bad = await keepStatement(syndicateId, '2026-11-01', '{"kind":"month"}');
  const told = [
    await happen(portal, syndicateId, 'statement_ready', { toldAt: BEFORE, statementIds: [bad, good] }),
    await happen(portal, syndicateId, 'payout_paid', { toldAt: BEFORE }),
  ];
  await withTenant(database.db, tenantId, (tx) => takeWaiting(tx, tenantId, MORNING));
  for (const { email } of people) {
    const { text, attachments } = await waitForMail(email, 'What is new with Harbor Capital');
    for (const subject of told) expect(text).toContain(subject);
    expect(attachments.map(({ fileName }) => fileName)).toEqual([
      expect.stringMatching(/^Statement-.+-2026-10\.pdf$/),
    ]);
    expect(text).toContain('The PDF is attached, as you chose in My Profile.');
    expect(text).toContain('The PDF of one statement could not be created, so it is not attached.');
  }
  expect(lines.join('')).toContain(`"statementId":"${bad}"`);
  expect(lines.join('')).not.toContain(`"statementId":"${good}"`);
  await expect.poll(async () => (await checks())[0]?.attempts ?? 0, { timeout: 15_000 }).toBeGreaterThan(0);
  expect(await checks()).toHaveLength(1);
  const jobs = commandLineOn(database);
  expect((await jobs('jobs', 'list')).stdout).toContain('check statement file');

  await withTenant(database.owner, tenantId, async (tx) => {
    const november = keptFigures(sampleMonth({ month: '2026-11' }));
    await sql`alter table statements disable trigger append_only`.execute(tx);
    await sql`update statements set figures = ${november}, sha256 = ${hashOf(november)} where id = ${bad}`.execute(
      tx,
    );
    await sql`alter table statements enable trigger append_only`.execute(tx);
  });
  await sql`update graphile_worker._private_jobs set run_at = now() where attempts < max_attempts`.execute(
    database.owner,
  );
  await expect.poll(checks, { timeout: 15_000 }).toEqual([]);
}, 60_000);
