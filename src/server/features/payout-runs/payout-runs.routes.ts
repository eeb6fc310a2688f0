import type { deskPayoutsContract } from '../../../shared/contract/desk-payouts.ts';
import type { Staff } from '../../access/caller.ts';
import { deskOperator } from '../../access/desk-operator.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { askApproval } from '../../approvals/ask-approval.ts';
import type { Deps } from '../../deps.ts';
import { confirmAccount, describeAccount } from '../../payout-accounts/describe-account.ts';
import { approveRun, withdrawRunApproval } from '../../payout-runs/approve-run.ts';
import { requireDiffering } from '../../payout-runs/leave-out.ts';
import { makeRunFile } from '../../payout-runs/make-file.ts';
import { nameOriginator, readOriginator } from '../../payout-runs/originators.ts';
import { discardRun, prepareRun, remindOfRun } from '../../payout-runs/prepare-run.ts';
import { readSentItems, requireRefusable } from '../../payout-runs/refuse-file.ts';
import { downloadRunFile } from '../../payout-runs/run-file.ts';
import { readRunRecord, type WhichRun } from '../../payout-runs/run-record.ts';
import { listDue, listRuns } from '../../payout-runs/runs.queries.ts';
import { settleRun } from '../../payout-runs/settle-run.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { readRunPage } from './run-page.ts';

export function payoutRunsHandlers({
  encryption,
}: Pick<Deps, 'encryption'>): Handlers<typeof deskPayoutsContract> {
  /** Changes a run, and answers with the state that it is in now. */
  const changed = async (
    tx: Tx,
    which: WhichRun,
    change: Promise<unknown>,
  ): Promise<{ runId: bigint; state: Awaited<ReturnType<typeof readRunRecord>>['state'] }> => {
    await change;
    return { runId: which.runId, state: (await readRunRecord(tx, which)).state };
  };
  const whichOf = ({ tenantId }: Staff, runId: bigint): WhichRun => ({ tenantId, runId });

  return {
    async runs({ caller: { tenantId }, tx }) {
      return {
        runs: await listRuns(tx, tenantId),
        due: await listDue(tx, tenantId),
        originator: await readOriginator(tx, tenantId),
      };
    },

    run: ({ params: { runId }, caller, tx }) => readRunPage(tx, whichOf(caller, runId), caller),

    async prepare({ body: { payDate }, caller, tx }) {
      return { runId: await prepareRun(tx, caller.tenantId, payDate, await deskOperator(tx, caller)) };
    },

    async remind({ params: { runId }, caller, tx }) {
      const { tenantId } = caller;
      const toldAt = await remindOfRun(tx, { tenantId, runId }, await deskOperator(tx, caller));
      return { runId, toldAt: toldAt.toISOString() };
    },

    async discard({ params: { runId }, caller, tx }) {
      const which = whichOf(caller, runId);
      return changed(tx, which, discardRun(tx, which, await deskOperator(tx, caller)));
    },

    async approve({ params: { runId }, body: { fingerprint }, caller, tx }) {
      const which = whichOf(caller, runId);
      return changed(tx, which, approveRun(tx, which, fingerprint, await deskOperator(tx, caller)));
    },

    async withdrawApproval({ params: { runId }, caller, tx }) {
      const which = whichOf(caller, runId);
      return changed(tx, which, withdrawRunApproval(tx, which, await deskOperator(tx, caller)));
    },

    async makeFile({ params: { runId }, caller, tx }) {
      const which = whichOf(caller, runId);
      return changed(tx, which, makeRunFile(tx, which, encryption, await deskOperator(tx, caller)));
    },

    async downloadFile({ params: { runId }, body: { reason }, caller, tx }) {
      const by = await deskOperator(tx, caller);
      return downloadRunFile(tx, whichOf(caller, runId), encryption, { reason: reason ?? null, by });
    },

    async settle({ params: { runId }, caller, tx }) {
      const which = whichOf(caller, runId);
      return changed(tx, which, settleRun(tx, which, await deskOperator(tx, caller)));
    },

    async takeBackSettlement({ params: { runId }, body: { reason }, caller, tx }) {
      const { tenantId } = caller;
      if ((await readRunRecord(tx, { tenantId, runId })).state !== 'settled')
        throw new Refusal('run_not_settled');
      const asked = { tenantId, kind: 'take back settlement', subjectId: runId, reason } as const;
      return { approvalId: await askApproval(tx, asked, await deskOperator(tx, caller)) };
    },

    async leaveOut({ params: { runId }, body: { reason }, caller, tx }) {
      const { tenantId } = caller;
      const differing = await requireDiffering(tx, { tenantId, runId });
      const details = { syndicateIds: differing.map(({ syndicateId }) => String(syndicateId)), reason };
      const asked = { tenantId, kind: 'leave investors out', subjectId: runId, reason, details } as const;
      return { approvalId: await askApproval(tx, asked, await deskOperator(tx, caller)) };
    },

    async refuseFile({ params: { runId }, body: { reason }, caller, tx }) {
      const which = whichOf(caller, runId);
      requireRefusable(await readRunRecord(tx, which));
      if ((await readSentItems(tx, which)).length === 0) throw new Refusal('run_without_file');
      const asked = {
        tenantId: caller.tenantId,
        kind: 'payout file refused',
        subjectId: runId,
        reason,
      } as const;
      return { approvalId: await askApproval(tx, asked, await deskOperator(tx, caller)) };
    },

    async describeAccount({ params: { syndicateId }, body, caller, tx }) {
      const { tenantId } = caller;
      await describeAccount(tx, { tenantId, syndicateId }, body, await deskOperator(tx, caller));
      return { syndicateId };
    },

    async confirmAccount({ params: { syndicateId }, body: { reason }, caller, tx }) {
      const { tenantId } = caller;
      await confirmAccount(tx, { tenantId, syndicateId }, reason, await deskOperator(tx, caller));
      return { syndicateId };
    },

    async nameOriginator({ body: { reason, ...given }, caller, tx }) {
      const { tenantId } = caller;
      const by = await deskOperator(tx, caller);
      const subjectId = await nameOriginator(tx, tenantId, encryption, given, by);
      const asked = { tenantId, kind: 'use payout originator', subjectId, reason } as const;
      return { approvalId: await askApproval(tx, asked, by) };
    },
  };
}
