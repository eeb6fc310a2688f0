import type { deskChangeNoticesContract } from '../../../shared/contract/desk-change-notices.ts';
import { isComplete, isNoticeCode } from '../../../shared/domain/change-notices.ts';
import { deskOperator } from '../../access/desk-operator.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { askApproval } from '../../approvals/ask-approval.ts';
import type { Deps } from '../../deps.ts';
import { dismissNotice, prepareNotice } from '../../payout-runs/apply-notice.ts';
import { listNotices, obstacleOf } from '../../payout-runs/change-notices.queries.ts';
import { receiveNotice } from '../../payout-runs/receive-notice.ts';
import { Refusal } from '../../platform/errors.ts';

export function changeNoticesHandlers({
  encryption,
}: Pick<Deps, 'encryption'>): Handlers<typeof deskChangeNoticesContract> {
  return {
    async notices({ caller: { tenantId }, tx }) {
      const waiting = await listNotices(tx, tenantId);
      return {
        notices: waiting.map((notice) => ({
          ...notice,
          receivedAt: notice.receivedAt.toISOString(),
          obstacle: obstacleOf(notice),
        })),
      };
    },

    async enter({ body: { traceNumber, code, ...said }, caller, tx }) {
      if (!isNoticeCode(code)) throw new Refusal('notice_code_unknown');
      if (!isComplete(code, said)) throw new Refusal('notice_incomplete');
      const by = await deskOperator(tx, caller);
      const entered = { traceNumber, code, said };
      return { noticeId: await receiveNotice(tx, caller.tenantId, encryption, entered, by) };
    },

    async apply({ params: { noticeId }, body: { reason }, caller, tx }) {
      const { tenantId } = caller;
      await prepareNotice(tx, { tenantId, noticeId }, encryption);
      const asked = { tenantId, kind: 'apply change notice', subjectId: noticeId, reason } as const;
      return { approvalId: await askApproval(tx, asked, await deskOperator(tx, caller)) };
    },

    async dismiss({ params: { noticeId }, body: { reason }, caller, tx }) {
      const { tenantId } = caller;
      await dismissNotice(tx, { tenantId, noticeId }, reason, await deskOperator(tx, caller));
      return { noticeId };
    },
  };
}
