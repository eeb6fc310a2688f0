import { DESK_PAGES, deskPageOf } from '../../shared/desk-pages.ts';
import type { ApprovalKind } from '../../shared/domain/approvals.ts';
import type { Tx } from '../platform/db/database.ts';

/** Where at the desk a request can be decided. */
export async function pageOfApproval(
  tx: Tx,
  tenantId: string,
  { kind, subjectId }: { kind: ApprovalKind; subjectId: bigint },
): Promise<string> {
  if (kind === 'payout file refused' || kind === 'leave investors out' || kind === 'take back settlement')
    return deskPageOf('payoutRun', subjectId);
  if (kind === 'enter returns') return deskPageOf('returnFile', subjectId);
  if (kind === 'take back return') {
    const item = await tx
      .selectFrom('payoutRunItems')
      .select('runId')
      .where('tenantId', '=', tenantId)
      .where('id', '=', subjectId)
      .executeTakeFirst();
    return item ? deskPageOf('payoutRun', item.runId) : DESK_PAGES.payouts;
  }
  if (kind === 'apply change notice' || kind === 'use payout originator') return DESK_PAGES.payouts;
  if (kind === 'use service token') return DESK_PAGES.tokens;
  if (kind === 'give out offer link') return deskPageOf('submission', subjectId);
  if (kind === 'change deals') return deskPageOf('deal', subjectId);
  if (kind === 'fund deal') return deskPageOf('submission', subjectId);
  if (kind === 'record cash entry') return deskPageOf('investor', subjectId);
  if (kind === 'correct payment') {
    const payment = await tx
      .selectFrom('payments')
      .select('dealId')
      .where('tenantId', '=', tenantId)
      .where('id', '=', subjectId)
      .executeTakeFirst();
    return payment ? deskPageOf('deal', payment.dealId) : DESK_PAGES.board;
  }
  if (kind === 'reset second factor') return deskPageOf('person', subjectId);
  if (kind === 'release bank change') {
    const change = await tx
      .selectFrom('bankAccountChanges')
      .select('syndicateId')
      .where('tenantId', '=', tenantId)
      .where('id', '=', subjectId)
      .executeTakeFirst();
    return change ? deskPageOf('investor', change.syndicateId) : DESK_PAGES.board;
  }
  return DESK_PAGES.settings;
}
