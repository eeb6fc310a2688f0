import { sql } from 'kysely';
import { calendarDate, formatDate } from '../../shared/domain/calendar-date.ts';
import { toDecimalString } from '../../shared/domain/money.ts';
import { anyOf, holdersOf } from '../approvals/approvers.ts';
import { requireApart } from '../approvals/require-apart.ts';
import type { DeskUser } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { requireReconciled } from './check-run.ts';
import { closeRun, readDraftOf, reopenRun } from './close-run.ts';
import type { RunItem } from './decide-items.ts';
import { requireNotBroughtIn } from './first-payouts.ts';
import { isOrphaned } from './prepare-run.ts';
import { requireNotPosted } from './require-not-posted.ts';
import { lockBook, lockRun, type RunRecord, recordRun, type WhichRun } from './run-record.ts';

/**
 * Another person than who prepared a run approves what they saw of it, which closes its pay date. If anything of it has changed since, nothing
 * is approved. Whoever owns a syndicate that is paid does not approve it, nor does whoever brought it in.
 */
export async function approveRun(tx: Tx, which: WhichRun, seen: string, by: DeskUser): Promise<void> {
  const { tenantId, runId } = which;
  await lockBook(tx, tenantId);
  const run = await lockRun(tx, which);
  if (run.state === 'approved' && run.approvedBy === by.userId && run.fingerprint === seen) return;
  if (run.state !== 'draft') throw new Refusal('run_not_draft');
  if (run.preparedBy === by.userId) throw await ownRun(tx, tenantId, run);
  await requireApart(tx, tenantId, run.preparedBy, by.userId);
  if (await isOrphaned(tx, tenantId, run))
    throw new Refusal('asker_lost_permission', {
      message:
        'Who prepared this run may no longer do so. Somebody else who prepares payouts has to take it over first.',
    });
  await requireNoOtherApproved(tx, which);
  const draft = await readDraftOf(tx, tenantId, run);
  if (draft.fingerprint !== seen) throw new Refusal('run_changed');
  await requireReconciled(tx, tenantId, run, draft.items);
  await requireNotPosted(tx, tenantId, run, by);
  const copied = await requireNotPaid(tx, tenantId, draft.items, by);
  await closeRun(tx, which, run, draft, by.userId);
  const { inFile, withdrawn } = draft.totals;
  await recordRun(tx, runId, by, {
    action: 'payout run approved',
    details: {
      payDate: run.payDate,
      inFile: toDecimalString(inFile),
      withdrawn: toDecimalString(withdrawn),
      preparedBy: `user ${run.preparedBy}`,
      ...(copied.length > 0 && { copiedBy: copied.map((id) => `syndicate ${id}`).join(', ') }),
    },
  });
  const sent = draft.items.filter(({ outcome }) => outcome === 'in file');
  await requireNotBroughtIn(tx, which, [...new Set(sent.map(({ syndicateId }) => syndicateId))], by);
}

/** Takes the approval of a run back, until its file is made. */
export async function withdrawRunApproval(tx: Tx, which: WhichRun, by: DeskUser): Promise<void> {
  await lockBook(tx, which.tenantId);
  const run = await lockRun(tx, which);
  if (run.state === 'draft') return;
  if (run.state !== 'approved') throw new Refusal('run_file_made');
  await reopenRun(tx, which);
  await recordRun(tx, which.runId, by, {
    action: 'payout run reopened',
    details: { payDate: run.payDate, because: 'withdrawn' },
  });
}

/**
 * What an approved run leaves is brought into the next one. If its approval still ended after that, the next one would pay what is not left, so
 * its file comes first. The caller holds the lock of the book.
 */
async function requireNoOtherApproved(tx: Tx, { tenantId, runId }: WhichRun): Promise<void> {
  const other = await tx
    .selectFrom('payoutRuns')
    .select('payDate')
    .where('tenantId', '=', tenantId)
    .where('id', '<>', runId)
    .where('state', '=', 'approved')
    .executeTakeFirst();
  if (!other) return;
  const date = formatDate(calendarDate(other.payDate));
  throw new Refusal('run_file_first', {
    message: `The run of ${date} is approved and has no bank file yet. Please make its file first, or withdraw its approval.`,
  });
}

async function ownRun(tx: Tx, tenantId: string, { preparedBy }: RunRecord): Promise<Refusal> {
  const others = (await holdersOf(tx, tenantId, 'approve-money')).filter(
    ({ userId }) => userId !== preparedBy,
  );
  return new Refusal('own_run', {
    message:
      others.length > 0
        ? `You prepared this run, so somebody else has to approve it: ${anyOf(others.map(({ name }) => name))}.`
        : 'You prepared this run, so somebody else has to approve it, and nobody else has the permission yet.',
  });
}

interface Relations {
  /** Those they are a member of, and those whose papers go to their address, or lately went there. They approve nothing that pays these. */
  own: ReadonlySet<bigint>;
  /** Those that send copies of their mail to their address. An investor names these alone, so they keep nobody from approving. */
  copied: ReadonlySet<bigint>;
}

/** The syndicates that a person has to do with. Their own account has to be visible. */
export async function relationsOf(tx: Tx, tenantId: string, userId: bigint): Promise<Relations> {
  const asMember = await tx
    .selectFrom('memberships')
    .select('syndicateId as id')
    .where('tenantId', '=', tenantId)
    .where('userId', '=', userId)
    .where('syndicateId', 'is not', null)
    .execute();
  const { rows: byAddress } = await sql<{ id: bigint; isSigner: boolean }>`
    select s.id, bool_or(known.mail = 'e-sign') as "isSigner"
    from syndicates s
    join users person on person.id = ${userId}
    cross join lateral (
      select 'e-sign' as mail, s.esign_email as address
      union all select 'e-sign', s.previous_esign_email
      union all select 'CC', copy from unnest(s.cc_emails) copy
      union all select former.mail, former.address from former_addresses former
        where former.tenant_id = s.tenant_id and former.syndicate_id = s.id
    ) known
    where s.tenant_id = ${tenantId}::uuid and lower(known.address) = lower(person.email)
    group by s.id`.execute(tx);
  const signed = byAddress.filter(({ isSigner }) => isSigner);
  const own = new Set([...asMember, ...signed].flatMap(({ id }) => (id === null ? [] : [id])));
  return { own, copied: new Set(byAddress.flatMap(({ id }) => (own.has(id) ? [] : [id]))) };
}

/** Refuses who is paid by it. Returns the syndicates in it that send copies of their mail to who approves it. */
async function requireNotPaid(
  tx: Tx,
  tenantId: string,
  items: readonly RunItem[],
  { userId }: DeskUser,
): Promise<bigint[]> {
  const { own, copied } = await relationsOf(tx, tenantId, userId);
  const paid = [...new Set(items.map(({ syndicateId }) => syndicateId))];
  if (paid.some((id) => own.has(id))) throw new Refusal('run_pays_you');
  return paid.filter((id) => copied.has(id));
}
