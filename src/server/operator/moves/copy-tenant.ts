import { sql } from 'kysely';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Difference } from '../../ledger/difference.ts';
import { findDifferences } from '../../ledger/find-differences.ts';
import { checkChain } from '../../platform/audit/audit-chain.ts';
import { asMover } from '../../platform/cells/mover.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { claim, forgetTenant } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';
import { copyRows, insertRows } from './copy-rows.ts';
import { type Arrival, readPeople, readPeopleColumns, readPerson, storePerson } from './people.ts';
import {
  type Fingerprint,
  fingerprintOf,
  type MovedTable,
  readTenantsTable,
  readTenantTables,
} from './tenant-tables.ts';

export interface Copied {
  tables: { name: string; source: Fingerprint; copy: Fingerprint }[];
  people: Map<bigint, Arrival>;
  auditEvents: bigint;
  ledger: { lineCount: number; netPay: Cents; differences: Difference[] };
}

/** Planned with figures of before the copy, the checks of a large book would take minutes. */
const ANALYZED_FROM = 1_000;

/**
 * Copies everything of the tenant in one snapshot of the source and one transaction of the target, and verifies the copy before it
 * is committed: row counts and fingerprints of every table, the audit trail's chain, the ledger to the cent. Either the
 * whole, verified copy is there afterwards, or nothing.
 */
export const copyTenant = (
  source: Database,
  target: Database,
  order: { tenantId: string; hosts: readonly string[]; fromCell: number },
): Promise<Copied> => {
  const { tenantId, hosts, fromCell } = order;
  return asMover(target, { tenantId }, async (to) => {
    const { fingerprints, tables, people } = await asMover(
      source,
      { tenantId },
      (from) => copySnapshot(from, to, order),
      { readOnly: true, isSnapshot: true },
    );
    for (const { name } of tables)
      if ((fingerprints.get(name)?.count ?? 0) >= ANALYZED_FROM)
        await sql`analyze ${sql.table(name)}`.execute(to);
    const compared = await compareTables(to, tables, fingerprints, tenantId);
    const chain = await checkChain(to, tenantId);
    if (chain.firstBroken !== null)
      throw new Refusal('copy_differs', {
        message: `The audit trail of the copy breaks at event ${chain.firstBroken}.`,
      });
    const ledger = await checkLedger(to, tenantId);
    const details = {
      hosts,
      peopleAdded: namesOf(people, 'added', 'other account'),
      otherAccounts: namesOf(people, 'other account'),
    };
    await sql`
      insert into cells.moves (tenant_id, direction, other_cell, step, details)
      values (${tenantId}::uuid, 'in', ${fromCell}, 'arriving', ${JSON.stringify(details)}::jsonb)`.execute(
      to,
    );
    return { tables: compared, people, auditEvents: chain.holding, ledger };
  });
};

async function copySnapshot(
  from: Tx,
  to: Tx,
  { tenantId, hosts }: { tenantId: string; hosts: readonly string[] },
) {
  const tenants = await readTenantsTable(from);
  const others = await readTenantTables(from);
  const tables = [tenants, ...others];
  const fingerprints = new Map<string, Fingerprint>();
  for (const table of tables) fingerprints.set(table.name, await fingerprintOf(from, table, tenantId));
  await copyTenantRow(from, to, tenants, tenantId);
  const people = await copyPeople(from, to, { tenantId, hosts, added: new Set() });
  for (const table of others) await copyRows(from, to, table, tenantId);
  return { fingerprints, tables, people };
}

/**
 * Payments with lines, and lines with every rollup. What screens and exports make of the same rows is compared by the nightly
 * reconciliation, and takes too long for a tenant that is closed.
 */
async function checkLedger(to: Tx, tenantId: string): Promise<Copied['ledger']> {
  const { rows } = await sql<{ lineCount: number; netPay: Cents }>`
    select count(*)::integer as line_count, coalesce(sum(net_pay_cents), 0)::bigint as net_pay
    from payout_lines where tenant_id = ${tenantId}::uuid`.execute(to);
  const [counts] = rows;
  if (!counts) throw new Error('A count is one row.');
  return { ...counts, differences: await findDifferences(to, tenantId) };
}

const namesOf = (people: ReadonlyMap<bigint, Arrival>, ...arrivals: Arrival[]): string[] =>
  [...people].filter(([, arrival]) => arrivals.includes(arrival)).map(([id]) => id.toString());

async function copyTenantRow(from: Tx, to: Tx, tenants: MovedTable, tenantId: string): Promise<void> {
  const columns = sql.join(tenants.columns.map((column) => sql.ref(column)));
  const { rows } = await sql<{ row: string }>`
    select to_json(own)::text as row from (select ${columns} from tenants where id = ${tenantId}::uuid) own`.execute(
    from,
  );
  await insertRows(
    to,
    tenants,
    rows.map(({ row }) => row),
  );
  await sql`update tenants set move_state = 'arriving' where id = ${tenantId}::uuid`.execute(to);
}

/** The accounts are global, so the tenant's claim gives way to each person's own for a while. */
export async function copyPeople(
  from: Tx,
  to: Tx,
  { tenantId, hosts, added }: { tenantId: string; hosts: readonly string[]; added: ReadonlySet<string> },
): Promise<Map<bigint, Arrival>> {
  const columns = await readPeopleColumns(from);
  const people = new Map<bigint, Arrival>();
  const ids = await readPeople(from, tenantId);
  await forgetTenant(to);
  for (const id of ids) {
    const person = await readPerson(from, id, { tenantId, hosts });
    const wasAdded = added.has(id.toString());
    people.set(id, await storePerson(to, person, { columns, hosts, wasAdded }));
  }
  for (const tx of [from, to]) {
    await sql.raw(`set local app."user" = ''; set local app.login = ''`).execute(tx);
    await claim(tx, { tenantId });
  }
  return people;
}

async function compareTables(
  to: Tx,
  tables: readonly MovedTable[],
  fingerprints: ReadonlyMap<string, Fingerprint>,
  tenantId: string,
): Promise<Copied['tables']> {
  const compared: Copied['tables'] = [];
  for (const table of tables) {
    const copy = await fingerprintOf(to, table, tenantId);
    const source = fingerprints.get(table.name) ?? { count: 0, sum: '' };
    if (source.count !== copy.count || source.sum !== copy.sum)
      throw new Refusal('copy_differs', {
        message: `The copy of ${table.name} differs: ${source.count} rows were sent and ${copy.count} arrived, or one has changed.`,
      });
    compared.push({ name: table.name, source, copy });
  }
  return compared;
}
