import { needsLetter } from '../../shared/domain/status-moves.ts';
import { changeDeals, type DealChanges, type WantedChange } from '../ledger/change-deals.ts';
import { findFundedDeal } from '../ledger/locked-deals.ts';
import { requireProof } from '../ledger/proof-file.ts';
import type { AskedStatus } from '../ledger/set-deal-status.ts';
import type { DeskUser, Operator, ServiceToken } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { undone } from '../platform/db/undone.ts';
import { Refusal } from '../platform/errors.ts';
import { askApproval } from './ask-approval.ts';
import { askOnce } from './ask-once.ts';
import { toKeptChange } from './kept-change.ts';
import { lockMover, type MovingAlone, moveAlone, readMovingAlone } from './moved-alone.ts';

/** What a change would do, and whether it takes a second person. It is done and taken back, so that it is never something else than what is done afterwards. */
export async function previewChange(
  tx: Tx,
  tenantId: string,
  wanted: WantedChange,
  operator: Operator,
): Promise<DealChanges & MovingAlone> {
  const trial = await undone(tx, () => changeDeals(tx, tenantId, wanted, operator));
  const moving = { tenantId, limit: 'write-offs', amount: trial.moved } as const;
  return { ...trial, ...(await readMovingAlone(tx, moving, operator)) };
}

/** Changes deals as far as one person or token may. What is over their limit is refused, and nothing is changed. */
export async function changeAlone(
  tx: Tx,
  tenantId: string,
  wanted: WantedChange,
  operator: Operator,
): Promise<DealChanges> {
  if (operator.via === 'desk') await requireLetter(tx, tenantId, wanted);
  const { moved, outcomes } = await undone(tx, () => changeDeals(tx, tenantId, wanted, operator));
  if (moved > 0n) {
    const what = `deal ${outcomes.map(({ mid }) => mid).join(', ')}`;
    await moveAlone(tx, { tenantId, limit: 'write-offs', amount: moved, what }, operator);
  }
  const changes = await changeDeals(tx, tenantId, wanted, operator);
  // Money came back meanwhile, so that more is given up than was counted.
  if (changes.moved > moved) throw new Refusal('deal_changed_meanwhile');
  return changes;
}

/** Gives a deal another status for a system of the funder, by the rules of a person. What takes two people is asked for. */
export async function changeByToken(
  tx: Tx,
  tenantId: string,
  { mid, status, reason }: AskedStatus,
  token: ServiceToken,
): Promise<{
  mid: string;
  status: string;
  formerStatus: string;
  warning: string | null;
  approvalId: bigint | null;
}> {
  await lockMover(tx, tenantId, token);
  const { dealId } = await findFundedDeal(tx, tenantId, mid);
  const wanted = { dealIds: [dealId], status, reason, seen: null };
  const { outcomes, secondPerson } = await previewChange(tx, tenantId, wanted, token);
  const [outcome] = outcomes;
  if (!outcome) throw new Error(`Deal ${mid} has no outcome.`);
  const { formerStatus, remark: warning, result } = outcome;
  const answer = { mid, formerStatus, warning };
  // A token has no file to attach, so somebody looks for the letter.
  if (result === 'changed' && (secondPerson !== null || needsLetter(status))) {
    const approvalId = await askToChange(tx, tenantId, wanted, token);
    return { ...answer, status: formerStatus, approvalId };
  }
  await changeAlone(tx, tenantId, wanted, token);
  return { ...answer, status, approvalId: null };
}

/** Asks a second person for a change of status, which is kept with what each deal and each investor has now. */
export async function askToChange(
  tx: Tx,
  tenantId: string,
  wanted: WantedChange,
  operator: DeskUser | ServiceToken,
): Promise<bigint> {
  const { status, reason, proofFileId = null } = wanted;
  if (status === undefined)
    throw new Refusal('invalid_request', { message: 'Only a change of status is asked for.' });
  if (operator.via === 'desk') await requireLetter(tx, tenantId, wanted);
  const trial = await undone(tx, () => changeDeals(tx, tenantId, wanted, operator));
  // What could not be done is refused now, and not only when somebody approves it.
  const refused = trial.outcomes.find(({ result }) => result !== 'changed');
  if (refused)
    throw new Refusal('deal_not_changeable', {
      message: `${refused.dealName} (${refused.mid}) cannot be changed: ${refused.remark ?? 'it has this status already.'}`,
    });
  // A request is about one subject, and one that waits keeps another one from being asked for. Of several deals it is the one with the lowest id. Requests that
  // share another deal may both wait: whichever is approved second is refused, because that deal is not as it was seen.
  const [first] = wanted.dealIds.toSorted((one, other) => (one < other ? -1 : 1));
  if (first === undefined) throw new Refusal('invalid_request');
  const details = toKeptChange({ status, reason, proofFileId }, trial);
  const request = { tenantId, kind: 'change deals', subjectId: first, reason, details } as const;
  return operator.via === 'desk' ? askApproval(tx, request, operator) : askOnce(tx, request, operator);
}

/** A person attaches the letter; of a token, which has no files, a second person always looks for it. */
async function requireLetter(
  tx: Tx,
  tenantId: string,
  { status, dealIds, proofFileId = null }: WantedChange,
): Promise<void> {
  if (status === undefined) return;
  if (proofFileId === null && needsLetter(status)) throw new Refusal('letter_missing');
  for (const dealId of dealIds) await requireProof(tx, { tenantId, dealId, fileId: proofFileId });
}
