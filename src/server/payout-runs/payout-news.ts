import { sql } from 'kysely';
import { type CalendarDate, formatDate } from '../../shared/domain/calendar-date.ts';
import { pathOf } from '../../shared/pages.ts';
import { type Happened, tell, tellAll } from '../notifications/tell.ts';
import type { Tx } from '../platform/db/database.ts';
import type { WhichRun } from './run-record.ts';

/**
 * Tells every syndicate to whose bank account a run has sent money: of its payout, and apart from it of a withdrawal and of what was owed from
 * before, because the payout itself may have stayed in the cash account, or there is none on this pay date. What came back already is told
 * apart.
 */
export async function tellOfPaid(
  tx: Tx,
  { tenantId, runId }: WhichRun,
  payDate: CalendarDate,
): Promise<void> {
  const { rows } = await sql<{ syndicateId: bigint; kind: PaidKind }>`
    select distinct item.syndicate_id as "syndicateId",
      case when item.kind = 'payout' and item.line_count = 0 then 'owed' else item.kind end as kind
    from payout_run_items item
    join payout_runs run on run.tenant_id = item.tenant_id and run.id = item.run_id and run.revision = item.revision
    where item.tenant_id = ${tenantId}::uuid and item.run_id = ${runId} and item.outcome = 'in file' and item.returned_at is null
    order by 1, 2`.execute(tx);
  await tellAll(
    tx,
    { tenantId, kind: 'payout_paid' },
    rows.map(({ syndicateId, kind }) => ({ syndicateId, ...NEWS[kind](runId, payDate) })),
  );
}

type PaidKind = 'payout' | 'owed' | 'withdrawal';

const NEWS = {
  payout: (runId, payDate) => ({
    event: `payout run ${runId}`,
    subject: `The payout of ${formatDate(payDate)} is paid`,
    words: 'It has gone to your bank account. The portal shows what it is made of, deal by deal.',
    path: `${pathOf('dashboard')}?view=payouts&payDate=${payDate}`,
  }),
  owed: (runId) => ({
    event: `owed of payout run ${runId}`,
    subject: 'An earlier payout is paid',
    words: 'What could not be paid before has gone to your bank account.',
    path: `${pathOf('dashboard')}?view=payouts`,
  }),
  withdrawal: (runId) => ({
    event: `withdrawals of payout run ${runId}`,
    subject: 'Your withdrawal is paid',
    words: 'It has gone from your cash account to your bank account.',
    path: pathOf('cash'),
  }),
} satisfies Record<PaidKind, (runId: bigint, payDate: CalendarDate) => Omit<Happened, 'syndicateId'>>;

interface ReturnedItem {
  id: bigint;
  syndicateId: bigint;
  withdrawal: string | null;
  returnCode: string;
}

/** Tells syndicates that their bank has sent money back, which the funder owes them again, as a file that was entered says. */
export const tellOfReturned = (
  tx: Tx,
  { tenantId, fileId }: { tenantId: string; fileId: bigint },
  items: readonly ReturnedItem[],
): Promise<void> =>
  tellAll(
    tx,
    { tenantId, kind: 'payout_returned' },
    items.map(({ id, syndicateId, withdrawal, returnCode }) => ({
      syndicateId,
      event: `payout item ${id} ${returnCode} in return file ${fileId}`,
      subject:
        withdrawal === null ? 'Your bank has returned a payout' : 'Your bank has returned a withdrawal',
      words: `${
        withdrawal === null
          ? 'The money is not lost: it comes with the next payout.'
          : 'The money is not lost: it is back in your cash account.'
      } Please check that the bank account in your profile is right and open.`,
      path: `${pathOf('profile')}?tab=bank`,
    })),
  );

/** Tells a syndicate that what it was told of as returned has stayed with its bank. */
export const tellOfTakenBack = (
  tx: Tx,
  tenantId: string,
  { id, syndicateId, withdrawal, returnedAt }: Omit<ReturnedItem, 'returnCode'> & { returnedAt: Date },
): Promise<void> =>
  tell(tx, {
    tenantId,
    kind: 'payout_returned',
    syndicateId,
    event: `payout item ${id} kept after ${returnedAt.toISOString()}`,
    subject:
      withdrawal === null
        ? 'Your bank did not return the payout after all'
        : 'Your bank did not return the withdrawal after all',
    words: `${
      withdrawal === null
        ? 'It counts as paid again and does not come with the next payout.'
        : 'It counts as paid again and has left your cash account.'
    } Please ask us if the money is not in your bank account.`,
    path: withdrawal === null ? `${pathOf('dashboard')}?view=payouts` : pathOf('cash'),
  });
