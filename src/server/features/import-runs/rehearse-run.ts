import { sql } from 'kysely';
import type { ImportMailKind } from '../../../shared/domain/import-runs.ts';
import type { Tried } from '../../import/import-book.ts';
import type { CheckScope } from '../../ledger/check-scope.ts';
import { type Difference, describeDifference } from '../../ledger/difference.ts';
import { findDifferencesOfDeals, findDifferencesOfSyndicates } from '../../ledger/find-differences.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';
import { readMailsOfImport } from './mails-of-import.ts';

/** What trying a run has found: it was carried out and rolled back. It is stored with the report; amounts are in cents. */
export interface Rehearsal {
  /** How many payments were posted, of how many: of a large file only the first ones. */
  tried: number;
  of: number;
  newInvestors: string[];
  /** Deals whose status is another one afterwards: the file says so, or their payments. */
  statuses: { former: string; status: string; count: number }[];
  cashAccounts: { name: string; amount: string }[];
  mails: { kind: ImportMailKind; count: number }[];
  /** How many deals and investors were reconciled, and what did not agree. */
  reconciled: number;
  differences: string[];
  /** Why it could not be carried out. */
  failure: string | null;
}

/** As many deals and investors are reconciled: those that the run writes to, the first ones of more. */
const MOST_RECONCILED = 2_000;
const MOST_DIFFERENCES = 20;

interface Which {
  tenantId: string;
  runId: bigint;
}

/** Tries a run in the transaction of its check. A trial that gave way is begun again, so that the last one counts. */
export function rehearse(which: Which) {
  let found: { rehearsal: Rehearsal; scope: CheckScope } | null = null;
  return {
    async run(tx: Tx, carryOn: () => Promise<Tried>): Promise<void> {
      const scope = { tenantId: which.tenantId, dealIds: [], syndicateIds: [] };
      try {
        found = await readRehearsal(tx, which, await carryOn());
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        found = { rehearsal: { ...NOTHING, failure: error.message }, scope };
      }
    },
    /** Without what is different in the book already. */
    async result(db: Database): Promise<Rehearsal | null> {
      if (!found || found.rehearsal.differences.length === 0) return found?.rehearsal ?? null;
      const { rehearsal, scope } = found;
      const known = await withTenant(db, which.tenantId, (tx) => findIn(tx, scope), { readOnly: true });
      const differences = rehearsal.differences.filter((difference) => !known.includes(difference));
      return { ...rehearsal, differences };
    },
  };
}

const NOTHING: Rehearsal = {
  ...{ tried: 0, of: 0, newInvestors: [], statuses: [], cashAccounts: [], mails: [] },
  ...{ reconciled: 0, differences: [], failure: null },
};

const findIn = async (tx: Tx, scope: CheckScope): Promise<string[]> => {
  const found: Difference[] = [
    ...(await findDifferencesOfDeals(tx, scope, MOST_DIFFERENCES)),
    ...(await findDifferencesOfSyndicates(tx, scope, MOST_DIFFERENCES)),
  ];
  return found.map(describeDifference);
};

async function readRehearsal(tx: Tx, { tenantId, runId }: Which, payments: Tried) {
  const tenant = sql`${tenantId}::uuid`;
  const written = (table: string) => sql`
    import_journal entry cross join lateral jsonb_array_elements(coalesce(entry.after, entry.before)) image
    where entry.tenant_id = ${tenant} and entry.run_id = ${runId} and entry.table_name = ${table}`;
  const { rows: deals } = await sql<{ id: bigint }>`
    select distinct (image ->> 'deal_id')::bigint as id from ${written('participations')}
    union select distinct (image ->> 'deal_id')::bigint from ${written('payments')}
    union select unnest(imported_ids(${runId}, 'deals', false)) order by id limit ${MOST_RECONCILED}`.execute(
    tx,
  );
  const dealIds = deals.map(({ id }) => id);
  const { rows: syndicates } = await sql<{ id: bigint; name: string; isNew: boolean }>`
    select syndicate.id, syndicate.name, syndicate.id = any(imported_ids(${runId}, 'syndicates', true)) as is_new
    from syndicates syndicate
    where syndicate.tenant_id = ${tenant} and (syndicate.id = any(imported_ids(${runId}, 'syndicates', false)) or exists (
      select from participations share
      where share.tenant_id = syndicate.tenant_id and share.syndicate_id = syndicate.id and share.deal_id = any(${dealIds}::bigint[])))
    order by syndicate.name limit ${MOST_RECONCILED}`.execute(tx);
  const { rows: statuses } = await sql<Rehearsal['statuses'][number]>`
    select former, status, count(*)::integer as count from (
      select distinct on (change.deal_id) change.former_status as former, deal.status
      from deal_status_changes change join deals deal on deal.tenant_id = change.tenant_id and deal.id = change.deal_id
      where change.tenant_id = ${tenant} and change.changed_at >= now() and change.former_status is not null
      order by change.deal_id, change.id) as changed
    where former <> status group by former, status order by count desc, former, status`.execute(tx);
  const { rows: cashAccounts } = await sql<Rehearsal['cashAccounts'][number]>`
    select syndicate.name, sum(entry.amount_cents)::text as amount from cash_entries entry
    join syndicates syndicate on syndicate.tenant_id = entry.tenant_id and syndicate.id = entry.syndicate_id
    where entry.tenant_id = ${tenant} and entry.recorded_at >= now()
    group by syndicate.id, syndicate.name having sum(entry.amount_cents) <> 0 order by syndicate.name`.execute(
    tx,
  );
  const mails = Map.groupBy(await readMailsOfImport(tx, tenantId, runId), ({ kind }) => kind);
  const scope: CheckScope = { tenantId, dealIds, syndicateIds: syndicates.map(({ id }) => id) };
  const rehearsal: Rehearsal = {
    ...{ ...payments, statuses, cashAccounts, failure: null },
    newInvestors: syndicates.filter(({ isNew }) => isNew).map(({ name }) => name),
    mails: [...mails].map(([kind, told]) => ({ kind, count: told.length })),
    reconciled: deals.length + syndicates.length,
    differences: await findIn(tx, scope),
  };
  return { rehearsal, scope };
}

/** What keeps a run from being imported by its trial; null if nothing does. */
export function wordsOfFailure(rehearsal: Rehearsal | null): string | null {
  if (rehearsal === null) return null;
  const { failure, differences } = rehearsal;
  if (failure !== null) return `It was tried and cannot be carried out: ${failure.replace(/\.$/, '')}`;
  if (differences.length === 0) return null;
  return 'It was tried, and figures would not agree afterwards. Please tell whoever runs the portal';
}
