import { sql } from 'kysely';
import { type Cents, sizeOf, toDecimalString } from '../../../shared/domain/money.ts';
import { moveAlone } from '../../approvals/moved-alone.ts';
import { correctCashAccount } from '../../ledger/cash/correct-cash-account.ts';
import { openCashAccount } from '../../ledger/cash/open-cash-account.ts';
import { contributedCash, postedCash } from '../../ledger/cash/posted-cash.ts';
import { operatorName } from '../../platform/audit/operator.ts';
import type { FieldChange, RowContext } from '../kind.ts';
import { RowRefusal } from '../row-refusal.ts';

/** What a row of a syndicate says about its cash. Null is a column that is there and empty. */
export interface CashColumns {
  cash_balance?: Cents | null | undefined;
  net_investment_override?: Cents | null | undefined;
}

/** Cash is kept in a cash account and nowhere else, so an amount for a syndicate without one would be lost without a word. */
function refuseWithoutAccount(row: CashColumns): void {
  for (const column of ['cash_balance', 'net_investment_override'] as const)
    if ((row[column] ?? 0n) !== 0n)
      throw new RowRefusal(column, 'needs `uses_cash_balance`: without a cash account it is not kept');
}

/** Opens the account of a new syndicate, if it uses one. */
export function openForNew(
  work: RowContext,
  syndicateId: bigint,
  row: CashColumns & { uses_cash_balance?: boolean | null | undefined },
): void {
  if (row.uses_cash_balance) openFromRow(work, syndicateId, row);
  else refuseWithoutAccount(row);
}

/** The account is opened after all rows, so that the shares of the same import are part of its opening. */
function openFromRow(work: RowContext, syndicateId: bigint, row: CashColumns): void {
  const { tx, tenantId, operator } = work;
  requireCashScope(work);
  work.afterAllRows(async () => {
    await moveByToken(
      work,
      syndicateId,
      sizeOf(row.cash_balance ?? 0n) + sizeOf(row.net_investment_override ?? 0n),
    );
    await openCashAccount(tx, tenantId, {
      syndicateId,
      cash: row.cash_balance ?? 0n,
      contributed: row.net_investment_override ?? null,
      recordedBy: operatorName(operator),
    });
  });
}

/** What has a scope of its own needs it wherever it can be done. */
function requireCashScope({ operator }: RowContext): void {
  if (operator.via === 'service token' && !operator.scopes.includes('cash'))
    throw new RowRefusal('uses_cash_balance', 'needs a service token with the scope cash');
}

/** What a service token puts into a cash account or takes out counts as moved by it alone. */
async function moveByToken({ tx, tenantId, operator }: RowContext, syndicateId: bigint, amount: Cents) {
  if (operator.via !== 'service token') return;
  const what = `cash account of syndicate ${syndicateId}`;
  await moveAlone(tx, { tenantId, limit: 'corrections', amount, what }, operator);
}

interface Account {
  isOpen: boolean;
  usesCash: boolean;
  posted: Cents;
  contributed: Cents | null;
}

/**
 * Opens the account of a syndicate that has come to use one, or brings an open one to what the changed columns say. Returns what that
 * changes, as the report shows it.
 */
export async function changeFromRow(
  work: RowContext,
  syndicateId: bigint,
  row: CashColumns,
  changed: ReadonlySet<string>,
): Promise<FieldChange[]> {
  const { tx, tenantId, operator } = work;
  const { isOpen, usesCash, posted, contributed } = await readAccount(work, syndicateId);
  if (!isOpen) {
    if (usesCash) openFromRow(work, syndicateId, row);
    else refuseWithoutAccount(row);
    return usesCash ? differencesOf([['cash_balance', 0n, row.cash_balance ?? 0n]]) : [];
  }
  const cash = changed.has('cash_balance') ? (row.cash_balance ?? 0n) : undefined;
  const told = changed.has('net_investment_override') ? (row.net_investment_override ?? null) : undefined;
  const changes = differencesOf([
    ['cash_balance', posted, cash ?? posted],
    ['net_investment_override', contributed, told === undefined ? contributed : told],
  ]);
  const moved = sizeOf((cash ?? posted) - posted) + sizeOf((told ?? 0n) - (contributed ?? 0n));
  if (changes.length > 0) requireCashScope(work);
  await moveByToken(work, syndicateId, moved);
  if (changes.length > 0)
    work.afterAllRows(() =>
      correctCashAccount(tx, tenantId, {
        syndicateId,
        cash,
        contributed: told,
        reason: 'As the imported file says',
        recordedBy: operatorName(operator),
      }),
    );
  return changes;
}

const differencesOf = (columns: readonly [string, Cents | null, Cents | null][]): FieldChange[] =>
  columns.flatMap(([field, before, after]) =>
    before === after ? [] : [{ field, before: asInFile(before), after: asInFile(after) }],
  );

const asInFile = (amount: Cents | null): string => (amount === null ? '' : toDecimalString(amount));

async function readAccount({ tx, tenantId }: RowContext, syndicateId: bigint): Promise<Account> {
  const { rows } = await sql<Account>`
    select total.cash_entered_through is not null as is_open, syndicate.uses_cash_balance as uses_cash,
      coalesce(${postedCash}, 0) as posted, ${contributedCash} as contributed
    from syndicates syndicate
    left join syndicate_totals total on total.tenant_id = syndicate.tenant_id and total.syndicate_id = syndicate.id
    where syndicate.tenant_id = ${tenantId}::uuid and syndicate.id = ${syndicateId}`.execute(tx);
  const [account] = rows;
  if (!account) throw new Error('A changed syndicate is there.');
  return account;
}
