import { sql } from 'kysely';
import { type CalendarDate, formatDate } from '../../shared/domain/calendar-date.ts';
import { pathOf } from '../../shared/pages.ts';
import { tell, tellAll } from '../notifications/tell.ts';
import type { Tx } from '../platform/db/database.ts';
import type { WhichRun } from './run-record.ts';

/**
 * Tells every syndicate to whose bank account a run has sent money: of its payout, and of a withdrawal apart from it, because its payout may
 * have stayed in the cash account. What came back already is told apart.
 */
export async function tellOfPaid(
  tx: Tx,
  { tenantId, runId }: WhichRun,
  payDate: CalendarDate,
): Promise<void> {
  const { rows } = await sql<{ syndicateId: bigint; isWithdrawal: boolean }>`
    select distinct item.syndicate_id as "syndicateId", item.kind = 'withdrawal' as "isWithdrawal"
    from payout_run_items item
    join payout_runs run on run.tenant_id = item.tenant_id and run.id = item.run_id and run.revision = item.revision
    where item.tenant_id = ${tenantId}::uuid and item.run_id = ${runId} and item.outcome = 'in file' and item.returned_at is null
    order by 1, 2`.execute(tx);
  const day = formatDate(payDate);
  await tellAll(
    tx,
    { tenantId, kind: 'payout_paid' },
    rows.map(({ syndicateId, isWithdrawal }) =>
      isWithdrawal
        ? {
            syndicateId,
            event: `withdrawals of payout run ${runId}`,
            subject: 'What you withdrew is paid',
            words: 'It has gone from your cash account to your bank account.',
            path: pathOf('cash'),
          }
        : {
            syndicateId,
            event: `payout run ${runId}`,
            subject: `The payout of ${day} is paid`,
            words: 'It has gone to your bank account. The portal shows what it is made of, deal by deal.',
            path: `${pathOf('dashboard')}?view=payouts&payDate=${payDate}`,
          },
    ),
  );
}

interface ReturnedItem {
  id: bigint;
  syndicateId: bigint;
  withdrawal: string | null;
}

/** Tells a syndicate that its bank has sent money back, which the funder owes it again. */
export const tellOfReturned = (
  tx: Tx,
  tenantId: string,
  { id, syndicateId, withdrawal }: ReturnedItem,
  returnCode: string,
): Promise<void> =>
  tell(tx, {
    tenantId,
    kind: 'payout_returned',
    syndicateId,
    event: `payout item ${id} ${returnCode}`,
    subject: withdrawal === null ? 'Your bank has returned a payout' : 'Your bank has returned a withdrawal',
    words: `${
      withdrawal === null
        ? 'The money is not lost: it comes with the next payout.'
        : 'The money is not lost: it is back in your cash account.'
    } Please check that the bank account in your profile is right and open.`,
    path: `${pathOf('profile')}?tab=bank`,
  });
