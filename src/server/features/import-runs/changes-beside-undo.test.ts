import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IMPORT_KINDS, type ImportKind } from '../../../shared/contract/operator-imports.ts';
import { importBook } from '../../import/import-book.ts';
import type { Source } from '../../import/source.ts';
import { lockLedgerExclusively } from '../../ledger/ledger-lock.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { sitDown } from '../../testing/desk.ts';
import { importer } from '../../testing/desk-importer.ts';
import { createTenant } from '../../testing/factories.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { startTestWorker } from '../../testing/test-worker.ts';
import { untilBlockedBy, untilWaiting } from '../../testing/until-waiting.ts';

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

/** An import as the funder's own system sends it, of one row for each kind. */
function importByApi(tenantId: string, rows: Readonly<Partial<Record<ImportKind, object>>>) {
  const sources = IMPORT_KINDS.filter((kind) => rows[kind]).map(
    (kind): Source => ({
      ...{ kind, format: 'ndjson', name: `${kind}.ndjson`, folder: null },
      async *open() {
        yield Buffer.from(JSON.stringify(rows[kind]));
      },
    }),
  );
  const operator = { via: 'command line', name: 'test' } as const;
  return importBook(portal.database.db, { tenantId, sources, operator });
}

const INVESTOR = {
  ...{ external_id: 'SYN-1', name: 'Own', abbreviation: 'OWN', pay_days: 'Mon Tue Wed Thu Fri' },
  ...{ default_share_percent: '10', management_fee_percent: '4', syndication_fee_percent: '0' },
  ...{ esign_email: 'first@own.example', contact_person: 'Ruth Alvarez' },
};
const BROKER = { external_id: 'ISO-1', name: 'Nina Petrov', company_name: 'Lakefront', email: 'a@l.example' };

const WAS = {
  esignEmail: 'first@own.example',
  contactPerson: 'Ruth Alvarez',
  managementFeePercent: '4.0000',
};

/** A funder with one investor and one broker, both of whom an import has changed. */
async function changedBook() {
  const { owner } = portal.database;
  const tenantId = await createTenant(owner);
  const inBook = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.db, tenantId, work);
  expect(await importByApi(tenantId, { syndicates: INVESTOR, brokers: BROKER })).toMatchObject({
    applied: 'all',
  });
  const ben = importer(await sitDown({ ...portal, tenantId }, 'Ben Ortiz'));
  const { runId, run } = await ben.start({
    'Investors.csv': `Investor ID,Name,Short Name,Pay Days,Usual Share %,Syndication Fee %,E-mail,Contact,Mgmt Fee
SYN-1,Own,OWN,Mon Tue Wed Thu Fri,10%,0%,wrong@own.example,Omar Haddad,5%
`,
    'Brokers.csv': 'Broker ID,Person,Company,E-mail\nISO-1,Nina Petrov,Lakefront,b@l.example\n',
  });
  const files = run.files.map(({ file_id, file_name }) => ({
    ...{ file_id, kind: file_name === 'Brokers.csv' ? 'brokers' : 'syndicates', columns: [] },
  }));
  expect((await ben.plan(runId, { files })).problems).toEqual([]);
  // It changes a broker, which takes two: to import it, and to undo it.
  const ada = await sitDown({ ...portal, tenantId }, 'Ada Lane');
  expect(await importer(ada).confirm(runId)).toMatchObject({ state: 'done' });
  expect((await ada.post(`imports/${runId}/undo`)).status).toBe(200);
  const investor = () =>
    inBook((tx) =>
      tx
        .selectFrom('syndicates')
        .select(['esignEmail', 'contactPerson', 'managementFeePercent'])
        .executeTakeFirstOrThrow(),
    );
  expect(await investor()).not.toMatchObject(WAS);
  const change = (tx: Tx, values: Partial<typeof WAS>) => tx.updateTable('syndicates').set(values).execute();
  return { tenantId, ben, runId, inBook, investor, change };
}

/** Holds the lock that an import takes for as long as it runs. */
const holdingImports = <T>(tenantId: string, work: (tx: Tx) => Promise<T>) =>
  withTenant(portal.database.owner, tenantId, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${tenantId}`}, 0))`.execute(tx);
    return work(tx);
  });

const stays = (table: string) => ({
  ...{ state: 'done', failure: `This import stays: rows of it in ${table} were changed since (1).` },
});

test('IMPORT-21 what changes while the undoing of an import waits for another import keeps it whole, and is named', async () => {
  const { tenantId, ben, runId, inBook, investor, change } = await changedBook();
  const imported = await investor();
  const undoing = await holdingImports(tenantId, async () => {
    const undone = ben.undo(runId);
    await untilWaiting(portal.database.db, 1);
    await inBook((tx) => change(tx, { esignEmail: 'right@own.example' }));
    return { undone };
  });
  expect(await undoing.undone).toMatchObject(stays('investors'));
  expect(await investor()).toEqual({ ...imported, esignEmail: 'right@own.example' });
});

test('IMPORT-21 what is changed by hand while the undoing of an import waits for a posting keeps it whole, and is named', async () => {
  const { tenantId, ben, runId, investor, change } = await changedBook();
  const imported = await investor();
  const { db, owner } = portal.database;
  const [held, posted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let posting: Promise<void> = Promise.resolve();
  const undoing = await holdingImports(tenantId, async (imports) => {
    const undone = ben.undo(runId);
    await untilBlockedBy(db, imports);
    posting = withTenant(owner, tenantId, async (tx) => {
      await lockLedgerExclusively(tx, tenantId);
      held.resolve();
      await posted.promise;
      await untilBlockedBy(db, tx);
      await change(tx, { contactPerson: 'Lea Novak' });
    });
    await held.promise;
    return { undone };
  });
  posted.resolve();
  await posting;
  expect(await undoing.undone).toMatchObject(stays('investors'));
  expect(await investor()).toEqual({ ...imported, contactPerson: 'Lea Novak' });
});

test('IMPORT-21 what is changed by hand while the undoing of an import waits for another row keeps it whole, and is named', async () => {
  const { tenantId, ben, runId, inBook, investor, change } = await changedBook();
  const imported = await investor();
  const { db, owner } = portal.database;
  const undoing = await withTenant(owner, tenantId, async (tx) => {
    await sql`select from brokers for update`.execute(tx);
    const undone = ben.undo(runId);
    await untilBlockedBy(db, tx);
    await inBook((own) => change(own, { contactPerson: 'Lea Novak' }));
    return { undone };
  });
  expect(await undoing.undone).toMatchObject(stays('investors'));
  expect(await investor()).toEqual({ ...imported, contactPerson: 'Lea Novak' });
});
