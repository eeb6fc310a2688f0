import { sql } from 'kysely';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import { type Cents, toDecimalString } from '../../shared/domain/money.ts';
import type { AccountType, HolderKind } from '../../shared/domain/payout-runs.ts';
import { holdersOf } from '../approvals/approvers.ts';
import { writeCashEntries } from '../ledger/cash/cash-entries.ts';
import { settleWithdrawal } from '../ledger/cash/withdrawals.ts';
import { carryPayDates } from '../ledger/unpaid-dates.ts';
import { type BankNumbers, openNumbers, type SealedNumbers } from '../payout-accounts/bank-numbers.ts';
import { type DeskUser, operatorName } from '../platform/audit/operator.ts';
import type { Encryption, Place } from '../platform/crypto/encryption.ts';
import type { Tx } from '../platform/db/database.ts';
import { readToday } from '../platform/db/today.ts';
import { Refusal } from '../platform/errors.ts';
import { requireReconciled } from './check-run.ts';
import { readDraftOf, reopenRun } from './close-run.ts';
import type { Draft } from './draft.queries.ts';
import { effectiveDateOf, type MadeAt } from './effective-date.ts';
import { individualIdOf } from './judge-return-file.ts';
import { type FileEntry, type NachaFile, writeNachaFile } from './nacha-file.ts';
import { openOriginator } from './originators.ts';
import { lockBook, lockRun, type RunRecord, recordRun, type WhichRun } from './run-record.ts';

/** The file is sealed for its run. */
export const filePlace = ({ tenantId, runId }: WhichRun): Place => [
  'payout_run_files',
  `${tenantId}/${runId}`,
  'file_cipher',
];

/**
 * Makes the file of an approved run for the bank, once: bank numbers are opened for it and for nothing else, withdrawals in it are entered as
 * paid, and its trace numbers are kept, all in one transaction. If anything has changed since the approval, the approval is withdrawn
 * instead. Returns whether the file was made.
 */
export async function makeRunFile(
  tx: Tx,
  which: WhichRun,
  encryption: Encryption,
  by: DeskUser,
): Promise<boolean> {
  const { tenantId, runId } = which;
  await lockBook(tx, tenantId);
  const run = await lockRun(tx, which);
  if (run.state === 'file made' || run.state === 'settled') return true;
  if (run.state !== 'approved') throw new Refusal('run_not_approved');
  await lockAccountsOf(tx, which);
  const withdrawals = await readApprovedWithdrawals(tx, tenantId, run);
  const draft = await readDraftOf(tx, tenantId, run, { withdrawals });
  const because = await whyOutdated(tx, tenantId, run, draft);
  if (because !== null) {
    await reopenRun(tx, which);
    await recordRun(tx, runId, by, {
      action: 'payout run reopened',
      details: { payDate: run.payDate, because },
    });
    return false;
  }
  await requireReconciled(tx, tenantId, run, draft.items);
  const madeAt = await readNow(tx);
  const paid = await readPaidItems(tx, which, run);
  let file: NachaFile | null = null;
  // Where all is kept, nothing goes to the bank.
  let effectiveDate = run.payDate;
  if (paid.length > 0) {
    const originator = await openOriginator(tx, tenantId, encryption);
    effectiveDate = effectiveDateOf(run.payDate, madeAt, originator.cutoffMinute);
    file = writeNachaFile({
      originator,
      effectiveDate,
      madeOn: madeAt.day,
      madeAtMinute: madeAt.minute,
      fileIdModifier: await readModifier(tx, tenantId),
      firstSequence: await readNextSequence(tx, tenantId, paid.length),
      entries: paid.map((item) => entryOf(item, tenantId, encryption)),
    });
    await keepFile(tx, which, encryption, file, run);
    await keepTraces(tx, which, paid, file.traceNumbers);
  }
  for (const { withdrawal, syndicateId } of paid)
    if (withdrawal !== null)
      await settleWithdrawal(
        tx,
        tenantId,
        { syndicateId, reference: withdrawal, state: 'paid', reason: `Payout run ${run.payDate}` },
        by,
      );
  await takeOwed(tx, which, run, by);
  await tx
    .updateTable('payoutRuns')
    // Not the start of the transaction, which may have waited for the file of another run.
    .set({ state: 'file made', madeBy: by.userId, madeAt: sql<Date>`clock_timestamp()`, effectiveDate })
    .where('tenantId', '=', tenantId)
    .where('id', '=', runId)
    .where('state', '=', 'approved')
    .execute();
  await carryPayDates(tx, which);
  await recordRun(tx, runId, by, {
    action: 'payout file made',
    details: {
      payDate: run.payDate,
      effectiveDate,
      bankNumbersOpened: paid.length,
      credit: toDecimalString(file?.credit ?? 0n),
      entryHash: file?.entryHash ?? '',
    },
  });
  return true;
}

/** A change of bank account locks its syndicate, so it either shows or comes after the file. */
const lockAccountsOf = (tx: Tx, { tenantId, runId }: WhichRun) =>
  sql`
    select from syndicates where tenant_id = ${tenantId}::uuid and id in (
      select syndicate_id from payout_run_items where tenant_id = ${tenantId}::uuid and run_id = ${runId})
    order by id for share`.execute(tx);

/** Why an approval does not count any more; null if it does. What is asked for after it waits for another run. */
async function whyOutdated(
  tx: Tx,
  tenantId: string,
  run: RunRecord,
  { fingerprint }: Pick<Draft, 'fingerprint'>,
): Promise<string | null> {
  const approvers = await holdersOf(tx, tenantId, 'approve-money');
  if (!approvers.some(({ userId }) => userId === run.approvedBy)) return 'approver lost the permission';
  return fingerprint === run.fingerprint ? null : 'changed since its approval';
}

async function readApprovedWithdrawals(
  tx: Tx,
  tenantId: string,
  { id, revision }: RunRecord,
): Promise<ReadonlySet<bigint>> {
  const rows = await tx
    .selectFrom('payoutRunItems')
    .select('withdrawalId')
    .where('tenantId', '=', tenantId)
    .where('runId', '=', id)
    .where('revision', '=', revision)
    .where('withdrawalId', 'is not', null)
    .execute();
  return new Set(rows.flatMap(({ withdrawalId }) => withdrawalId ?? []));
}

export async function readNow(tx: Tx): Promise<MadeAt> {
  const { rows } = await sql<{ day: string; minute: number }>`
    select moment::date as day, (extract(hour from moment) * 60 + extract(minute from moment))::integer as minute
    from (select now() at time zone 'America/New_York' as moment) here`.execute(tx);
  const [now] = rows;
  return { day: calendarDate(now?.day ?? ''), minute: now?.minute ?? 0 };
}

interface PaidItem extends SealedNumbers {
  itemId: bigint;
  syndicateId: bigint;
  amount: Cents;
  accountType: AccountType;
  holderKind: HolderKind;
  holderName: string;
  syndicateName: string;
  /** The reference of the withdrawal that it is. */
  withdrawal: string | null;
}

async function readPaidItems(
  tx: Tx,
  { tenantId, runId }: WhichRun,
  { revision }: RunRecord,
): Promise<PaidItem[]> {
  const { rows } = await sql<PaidItem>`
    select item.id as "itemId", item.syndicate_id as "syndicateId", item.amount_cents as amount,
      account.account_type as "accountType", account.holder_kind as "holderKind",
      coalesce(account.holder_name, s.name) as "holderName", s.name as "syndicateName", asked.reference as withdrawal,
      account.account_number_cipher as "accountNumberCipher", account.routing_number_cipher as "routingNumberCipher",
      account.key_id as "keyId"
    from payout_run_items item
    join syndicates s on s.tenant_id = item.tenant_id and s.id = item.syndicate_id
    join syndicate_bank_accounts account on account.tenant_id = item.tenant_id and account.syndicate_id = item.syndicate_id
    left join withdrawal_requests asked on asked.tenant_id = item.tenant_id and asked.id = item.withdrawal_id
    where item.tenant_id = ${tenantId}::uuid and item.run_id = ${runId} and item.revision = ${revision}
      and item.outcome = 'in file'
    order by item.id`.execute(tx);
  return rows;
}

/** What syndicates with a cash account owe from before they had one is taken from it. */
async function takeOwed(
  tx: Tx,
  { tenantId, runId }: WhichRun,
  { revision, payDate }: RunRecord,
  by: DeskUser,
): Promise<void> {
  const owed = await tx
    .selectFrom('payoutRunItems')
    .select(['syndicateId', 'amountCents as amount'])
    .where('tenantId', '=', tenantId)
    .where('runId', '=', runId)
    .where('revision', '=', revision)
    .where('kind', '=', 'owed')
    .where('outcome', '=', 'kept')
    .execute();
  const entry = {
    kind: 'adjustment',
    effectiveDate: await readToday(tx),
    reference: `Payout run ${payDate}`,
    reason: 'Reversals of earlier payouts, which payouts have not made up for.',
    recordedBy: operatorName(by),
  } as const;
  await writeCashEntries(
    tx,
    tenantId,
    owed.map((item) => ({ ...entry, ...item })),
  );
}

/** An account that cannot be opened keeps nobody else from being paid: it is named, and can be left out. */
function readNumbers(item: PaidItem, tenantId: string, encryption: Encryption): BankNumbers {
  const { syndicateId, syndicateName } = item;
  try {
    return openNumbers(encryption, { tenantId, syndicateId }, item);
  } catch {
    throw new Refusal('account_unreadable', {
      message: `The stored account of ${syndicateName} can't be read. Leave the investor out of the run, and ask them to enter the account again.`,
    });
  }
}

function entryOf(item: PaidItem, tenantId: string, encryption: Encryption): FileEntry {
  const { syndicateId, amount, accountType, holderKind, holderName } = item;
  return {
    ...readNumbers(item, tenantId, encryption),
    amount,
    accountType,
    holderKind,
    holderName,
    individualId: individualIdOf(syndicateId),
  };
}

const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** The bank tells the files of a day apart by it. */
async function readModifier(tx: Tx, tenantId: string): Promise<string> {
  const { rows } = await sql<{ fileCount: number }>`
    select count(*)::integer as "fileCount" from payout_runs run
    join payout_run_files file on file.tenant_id = run.tenant_id and file.run_id = run.id
    where run.tenant_id = ${tenantId}::uuid
      and (run.made_at at time zone 'America/New_York')::date = (now() at time zone 'America/New_York')::date`.execute(
    tx,
  );
  const modifier = MODIFIERS[rows[0]?.fileCount ?? 0];
  if (modifier === undefined) throw new Refusal('run_too_many_files');
  return modifier;
}

const LAST_SEQUENCE = 9_999_999;

/**
 * Trace numbers go on from the file that was made last, whichever run it is of, so that a returned payment names one entry. They begin anew
 * once they are used up.
 */
async function readNextSequence(tx: Tx, tenantId: string, count: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select file.last_sequence as last from payout_run_files file
    join payout_runs run on run.tenant_id = file.tenant_id and run.id = file.run_id
    where file.tenant_id = ${tenantId}::uuid order by run.made_at desc limit 1`.execute(tx);
  const next = (rows[0]?.last ?? 0) + 1;
  // The offsets of a balanced file take numbers as well.
  return next + 2 * count > LAST_SEQUENCE ? 1 : next;
}

async function keepFile(
  tx: Tx,
  which: WhichRun,
  encryption: Encryption,
  { text, credit, traceNumbers: _traces, ...counts }: NachaFile,
  { payDate }: RunRecord,
): Promise<void> {
  const { cipher: fileCipher, keyId } = encryption.seal(text, filePlace(which));
  const name = `payouts-${payDate}.ach`;
  await tx
    .insertInto('payoutRunFiles')
    .values({ ...which, name, fileCipher, keyId, ...counts, creditCents: credit })
    .execute();
}

const keepTraces = (tx: Tx, { tenantId }: WhichRun, paid: readonly PaidItem[], traces: readonly string[]) =>
  sql`
    update payout_run_items item set trace_number = given.trace
    from unnest(${paid.map(({ itemId }) => itemId)}::bigint[], ${traces}::text[]) as given (id, trace)
    where item.tenant_id = ${tenantId}::uuid and item.id = given.id`.execute(tx);
