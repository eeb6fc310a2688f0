import type { deskReturnsContract } from '../../../shared/contract/desk-returns.ts';
import { deskOperator } from '../../access/desk-operator.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { findOpenApproval, lockApproval } from '../../approvals/approvals.queries.ts';
import { namesOfOthers } from '../../approvals/approvers.ts';
import { askApproval } from '../../approvals/ask-approval.ts';
import { withdrawWaiting } from '../../approvals/decide-approval.ts';
import { keptFile, keptTakeBack } from '../../approvals/return-kinds.ts';
import type { Deps } from '../../deps.ts';
import { discardReturnFile } from '../../payout-runs/discard-return-file.ts';
import { enterReturnFile, receiveNoticesOf, requireSeen } from '../../payout-runs/enter-return-file.ts';
import {
  type JudgedEntry,
  judgeReturnFile,
  oursOf,
  type SeenOfFile,
} from '../../payout-runs/judge-return-file.ts';
import { keepReturnFile, keepTypedReturn } from '../../payout-runs/read-return-file.ts';
import {
  listReturnFiles,
  type ReturnFile,
  readReturnFile,
  type WhichReturnFile,
} from '../../payout-runs/return-files.queries.ts';
import { moveReturnAlone, whySecondPersonOfReturn } from '../../payout-runs/second-person-of-return.ts';
import { previewTakeBack, type TakenBack, takeBackReturn } from '../../payout-runs/take-back-return.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';

export function bankReturnsHandlers({
  encryption,
}: Pick<Deps, 'encryption'>): Handlers<typeof deskReturnsContract> {
  return {
    async files({ caller: { tenantId }, tx }) {
      return { files: (await listReturnFiles(tx, tenantId)).map(withMoments) };
    },

    async file({ params: { fileId }, caller, tx }) {
      const { tenantId } = caller;
      const file = await readReturnFile(tx, { tenantId, fileId });
      const entries = await judgeReturnFile(tx, { tenantId, fileId });
      const by = await deskOperator(tx, caller);
      return {
        ...withMoments(file),
        entries: entries.map((entry) => ({ ...entry, sent: entry.sent && withMomentOfReturn(entry.sent) })),
        seen: oursOf(entries).seen,
        ...(await whySecondPersonOfReturn(tx, movedBy(tenantId, entries), by)),
        deciders: await namesOfOthers(tx, tenantId, 'approve-money', caller.userId),
      };
    },

    async read({ body: { name, text }, caller, tx }) {
      const by = await deskOperator(tx, caller);
      return keepReturnFile(tx, caller.tenantId, { name, text, encryption }, by);
    },

    async type({ body, caller, tx }) {
      return keepTypedReturn(tx, caller.tenantId, body, await deskOperator(tx, caller));
    },

    async enter({ params: { fileId }, body: seen, caller, tx }) {
      const { tenantId } = caller;
      const which = { tenantId, fileId };
      const file = await readReturnFile(tx, which);
      if (file.state === 'entered') return { fileId, state: file.state };
      const by = await deskOperator(tx, caller);
      const moved = movedBy(tenantId, await requireEnterable(tx, which, seen));
      if (seen.returnCount > 0) await moveReturnAlone(tx, { ...moved, what: `return file ${fileId}` }, by);
      await enterReturnFile(tx, which, { seen, encryption }, by);
      return { fileId, state: 'entered' };
    },

    async askToEnter({ params: { fileId }, body: seen, caller, tx }) {
      const { tenantId } = caller;
      const which = { tenantId, fileId };
      const { name, reason } = await readReturnFile(tx, which);
      await requireEnterable(tx, which, seen);
      const by = await deskOperator(tx, caller);
      await receiveNoticesOf(tx, which, encryption, by);
      const asked = { tenantId, kind: 'enter returns', subjectId: fileId, reason: reason ?? name } as const;
      return { approvalId: await askApproval(tx, { ...asked, details: keptFile(seen) }, by) };
    },

    async discard({ params: { fileId }, caller, tx }) {
      const { tenantId } = caller;
      const by = await deskOperator(tx, caller);
      const asked = { tenantId, kind: 'enter returns', subjectId: fileId } as const;
      // Whoever approves has the request locked first and the file after it, and records what they did at last.
      const open = await findOpenApproval(tx, tenantId, asked);
      if (open) await lockApproval(tx, { tenantId, approvalId: open.id });
      await discardReturnFile(tx, { tenantId, fileId }, by);
      await withdrawWaiting(tx, asked, by);
      return { fileId, state: 'discarded' };
    },

    async previewTakeBack({ params: { itemId }, caller, tx }) {
      const { tenantId } = caller;
      const preview = await previewTakeBack(tx, { tenantId, itemId });
      const by = await deskOperator(tx, caller);
      return {
        ...preview,
        returnedAt: preview.returnedAt.toISOString(),
        ...(await whySecondPersonOfReturn(tx, takenBy(tenantId, preview), by)),
        deciders: await namesOfOthers(tx, tenantId, 'approve-money', caller.userId),
      };
    },

    async takeBack({ params: { itemId }, body: { reason, ...seen }, caller, tx }) {
      const { tenantId } = caller;
      const which = { tenantId, itemId };
      const by = await deskOperator(tx, caller);
      const moved = takenBy(tenantId, await previewTakeBack(tx, which));
      await moveReturnAlone(tx, { ...moved, what: `taking back the return of payout item ${itemId}` }, by);
      await takeBackReturn(tx, which, { seen, reason }, by);
      return { itemId };
    },

    async askToTakeBack({ params: { itemId }, body: { reason, ...seen }, caller, tx }) {
      const { tenantId } = caller;
      const { returnCode, cashAfter } = await previewTakeBack(tx, { tenantId, itemId });
      if (returnCode !== seen.returnCode || cashAfter !== seen.cashAfter) throw new Refusal('return_changed');
      const by = await deskOperator(tx, caller);
      const asked = { tenantId, kind: 'take back return', subjectId: itemId, reason } as const;
      return { approvalId: await askApproval(tx, { ...asked, details: keptTakeBack(seen, reason) }, by) };
    },
  };
}

const withMoments = ({ readAt, settledAt, ...file }: ReturnFile) => ({
  ...file,
  readAt: readAt.toISOString(),
  settledAt: settledAt?.toISOString() ?? null,
});

const withMomentOfReturn = <T extends { returnedAt: Date | null }>({ returnedAt, ...sent }: T) => ({
  ...sent,
  returnedAt: returnedAt?.toISOString() ?? null,
});

/** A file is no more proof than what was typed in: anybody can write one. Of several returns the one paid first counts. */
function movedBy(tenantId: string, entries: readonly JudgedEntry[]) {
  const { returns, seen } = oursOf(entries);
  const [paidOn = null] = returns.map(({ sent }) => sent.paidOn).sort();
  return { tenantId, amount: seen.amount, paidOn, isBelowZero: false };
}

const takenBy = (tenantId: string, { amount, paidOn, cashAfter }: TakenBack) => ({
  ...{ tenantId, amount, paidOn },
  isBelowZero: cashAfter !== null && cashAfter < 0n,
});

async function requireEnterable(tx: Tx, which: WhichReturnFile, seen: SeenOfFile): Promise<JudgedEntry[]> {
  if ((await readReturnFile(tx, which)).state !== 'read') throw new Refusal('return_file_settled');
  const entries = await judgeReturnFile(tx, which);
  const { notices } = requireSeen(entries, seen);
  if (seen.returnCount === 0 && notices.length === 0) throw new Refusal('return_file_empty');
  return entries;
}
