import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRunDesk, type RunDesk } from '../../testing/payout-runs.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { writeReturnFile } from '../../testing/return-files.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const ENTRIES = Number(process.env['RETURNS'] ?? 500);
const TRACE = 21_000_020_000_000n;
const traceOf = (nth: number) => String(TRACE + BigInt(nth)).padStart(15, '0');

/** A run that was sent, with so many entries of $1.00 to as many investors. */
async function openManySent(): Promise<RunDesk & { ids: string[] }> {
  const desk = await openRunDesk(portal, [{ name: 'Allegheny' }]);
  const { book, ingrid, tenantId } = desk;
  await book.nameOriginator();
  const runId = await book.draft(book.payDate, ingrid);
  const ids = await book.inTenant(async (tx) => {
    const { rows } = await sql<{ id: bigint }>`
      insert into syndicates (tenant_id, name, abbreviation, pay_days, default_share_percent, management_fee_percent,
        syndication_fee_percent, esign_email)
      select ${tenantId}::uuid, 'Investor ' || nth, 'I' || nth, '{1,2,3,4,5}', 10, 4, 0, nth || '@investor.example' from generate_series(1, ${ENTRIES}::integer) nth
      returning id`.execute(tx);
    await sql`
      insert into payout_run_items (tenant_id, run_id, revision, syndicate_id, kind, ledger_cents, amount_cents, outcome, trace_number)
      select ${tenantId}::uuid, ${runId}, 1, given.id, 'payout', 100, 100, 'in file',
        lpad((${TRACE}::bigint + given.nth)::text, 15, '0')
      from unnest(${rows.map(({ id }) => id)}::bigint[]) with ordinality as given (id, nth)`.execute(tx);
    await sql`
      update payout_runs set state = 'settled', revision = 1, approved_by = ${desk.marcus.userId}, approved_at = now(), made_by = prepared_by,
        made_at = clock_timestamp() + interval '1 minute', effective_date = pay_date, settled_by = prepared_by, settled_at = now(),
        in_file_cents = ${ENTRIES * 100}, ledger_cents = ${ENTRIES * 100}
      where tenant_id = ${tenantId}::uuid and id = ${runId}`.execute(tx);
    await sql`update tenants set correction_limit_dollars = 100000 where id = ${tenantId}::uuid`.execute(tx);
    return rows.map(({ id }) => `S${id}`);
  });
  return { ...desk, ids };
}

test(`RUN-26 a file of ${ENTRIES} returns is read and entered in seconds`, { timeout: 120_000 }, async () => {
  const desk = await openManySent();
  const { ingrid, book, tenantId, ids } = desk;
  const text = writeReturnFile(
    ids.map((id, at) => ({ code: 'R03', trace: traceOf(at + 1), amount: 1_00n, id })),
  );
  const begun = performance.now();
  const { file_id } = await ingrid.post('return_files', { name: 'many.ach', text });
  const read = performance.now();
  const { seen } = await ingrid.get(`return_files/${file_id}`);
  const shown = performance.now();
  expect(seen).toEqual({ returns: ENTRIES, amount: `${ENTRIES}.00`, notices: 0 });
  expect(await ingrid.post(`return_files/${file_id}/enter`, seen as object)).toMatchObject({
    state: 'entered',
  });
  const entered = performance.now();
  process.stdout.write(
    `${ENTRIES} returns: read ${Math.round(read - begun)} ms, shown ${Math.round(shown - read)} ms, entered ${Math.round(entered - shown)} ms\n`,
  );
  const { rows } = await book.inTenant((tx) =>
    sql<{ count: number }>`
      select count(*)::integer as count from payout_run_items
      where tenant_id = ${tenantId}::uuid and return_code = 'R03'`.execute(tx),
  );
  expect(rows).toEqual([{ count: ENTRIES }]);
  expect(entered - begun).toBeLessThan(10_000);
});
