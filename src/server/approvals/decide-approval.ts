import { APPROVALS, type ApprovalKind, neededToAsk } from '../../shared/domain/approvals.ts';
import type { Permission } from '../../shared/domain/permissions.ts';
import type { AuditEvent } from '../platform/audit/audit.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import type { DeskUser } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import {
  type Approval,
  findOpenApproval,
  lockApproval,
  settleApproval,
  type WhichApproval,
} from './approvals.queries.ts';
import { anyOf, holdersOf, namesOfOthers } from './approvers.ts';
import type { Performed } from './kind.ts';
import { KINDS } from './kinds.ts';
import { areAllApart, requireApart, requireApartFromToken } from './require-apart.ts';
import { remindApprovers } from './tell-approvers.ts';

export interface Decider extends DeskUser {
  permissions: ReadonlySet<Permission>;
}

/**
 * A second person approves what was asked for, and it is done in the same transaction: either both happen or neither. Who asked must
 * still hold the permission, because two people have to want it now. It may claim others, so it must come last.
 */
export async function approve(tx: Tx, which: WhichApproval, decider: Decider): Promise<Performed> {
  await lockSettings(tx, which.tenantId);
  const approval = await lockForDecision(tx, which, decider);
  await requireTwo(tx, which, approval, decider);
  await settle(tx, which, 'approved', decider);
  const performed = await KINDS[approval.kind].perform(tx, subjectOf(which, approval), operatorOf(decider));
  // Not before what it does has locked the book: whoever has an account of it and waits to record something could deadlock with it.
  await recordDecision(tx, which, approval, 'approved', decider);
  // It may have waited for the book meanwhile. Who is closed or let in from now on is so after this event: the trail is locked.
  await requireTwo(tx, which, approval, decider);
  return performed;
}

async function requireTwo(
  tx: Tx,
  { tenantId }: WhichApproval,
  approval: Approval,
  decider: Decider,
): Promise<void> {
  const { kind, subjectId, askedBy, askedByToken } = approval;
  const deciding = await holdersOf(tx, tenantId, APPROVALS[kind].needs);
  if (!deciding.some(({ userId }) => userId === decider.userId)) throw new Refusal('permission_needed');
  const sources = (await KINDS[kind].sources?.(tx, { tenantId, subjectId })) ?? [];
  if (!(await areAllApart(tx, tenantId, sources, decider.userId))) throw new Refusal('source_of_request');
  if (askedByToken !== null) return requireApartFromToken(tx, tenantId, askedByToken, decider.userId);
  if (askedBy === null) throw new Error('Somebody asks for each approval.');
  await requireApart(tx, tenantId, askedBy, decider.userId);
  const asking = await holdersOf(tx, tenantId, neededToAsk(kind));
  if (!asking.some(({ userId }) => userId === askedBy)) throw new Refusal('asker_lost_permission');
}

const subjectOf = (
  { tenantId, approvalId }: WhichApproval,
  { subjectId, details, askedByName }: Approval,
) => ({
  tenantId,
  approvalId,
  subjectId,
  details,
  askedByName,
});

/** Some of what is approved changes the settings, and whoever saves those locks them before anything else. */
const lockSettings = (tx: Tx, tenantId: string) =>
  tx.selectFrom('tenants').select('id').where('id', '=', tenantId).forNoKeyUpdate().execute();

export async function reject(tx: Tx, which: WhichApproval, decider: Decider): Promise<void> {
  const approval = await lockForDecision(tx, which, decider);
  await settleAndRecord(tx, which, approval, 'rejected', decider);
}

/** Who asked takes it back. */
export async function withdraw(tx: Tx, which: WhichApproval, asker: Decider): Promise<void> {
  const approval = await lockApproval(tx, which);
  if (approval.askedBy !== asker.userId) throw new Refusal('approval_of_others');
  if (!approval.isWaiting) throw new Refusal('approval_settled');
  await settleAndRecord(tx, which, approval, 'withdrawn', asker);
}

/** Who asked has those told again who can decide. */
export async function remind(tx: Tx, which: WhichApproval, asker: Decider): Promise<void> {
  const { tenantId, approvalId: id } = which;
  const { kind, askedBy, isWaiting } = await lockApproval(tx, which);
  if (askedBy !== asker.userId) throw new Refusal('approval_of_others');
  if (!isWaiting) throw new Refusal('approval_settled');
  const approvers = { permission: APPROVALS[kind].needs, except: askedBy };
  await remindApprovers(tx, { tenantId, about: 'approval', id }, approvers);
  await recordAudit(tx, {
    ...{ actorId: asker.userId, operator: operatorOf(asker), subject: `approval ${id}` },
    ...{ action: 'approvers reminded', details: {} },
  });
}

/** Takes back what waits about a subject, whoever asked for it, because what it was about is no longer so. */
export async function withdrawWaiting(
  tx: Tx,
  { tenantId, kind, subjectId }: { tenantId: string; kind: ApprovalKind; subjectId: bigint },
  operator: DeskUser,
): Promise<void> {
  const open = await findOpenApproval(tx, tenantId, { kind, subjectId });
  if (!open) return;
  const which = { tenantId, approvalId: open.id };
  const approval = await lockApproval(tx, which);
  if (approval.isWaiting) await settleAndRecord(tx, which, approval, 'withdrawn', operator);
}

async function lockForDecision(tx: Tx, which: WhichApproval, decider: Decider): Promise<Approval> {
  const approval = await lockApproval(tx, which);
  const { needs } = APPROVALS[approval.kind];
  if (!decider.permissions.has(needs)) throw new Refusal('permission_needed');
  if (approval.askedBy === decider.userId) throw await ownApproval(tx, which, approval.kind, decider.userId);
  if (!approval.isWaiting) throw new Refusal('approval_settled');
  return approval;
}

/** Says who can, so that whoever asked knows whom to call. */
async function ownApproval(
  tx: Tx,
  { tenantId }: WhichApproval,
  kind: ApprovalKind,
  userId: bigint,
): Promise<Refusal> {
  const others = await namesOfOthers(tx, tenantId, APPROVALS[kind].needs, userId);
  return new Refusal('own_approval', {
    message:
      others.length > 0
        ? `You asked for this yourself, so somebody else has to decide: ${anyOf(others)}.`
        : 'You asked for this yourself, so somebody else has to decide, and nobody else can yet.',
  });
}

const ACTIONS = {
  approved: 'approval given',
  rejected: 'approval refused',
  withdrawn: 'approval withdrawn',
} as const satisfies Record<string, AuditEvent['action']>;

type Decision = keyof typeof ACTIONS;

async function settle(tx: Tx, which: WhichApproval, decision: Decision, decider: DeskUser): Promise<void> {
  const decidedBy = decision === 'withdrawn' ? null : decider.userId;
  if (!(await settleApproval(tx, which, decision, decidedBy))) throw new Refusal('approval_settled');
}

const recordDecision = (
  tx: Tx,
  { approvalId }: WhichApproval,
  { kind, subjectId, askedBy, askedByToken }: Approval,
  decision: Decision,
  decider: DeskUser,
): Promise<void> =>
  recordAudit(tx, {
    actorId: decider.userId,
    operator: operatorOf(decider),
    action: ACTIONS[decision],
    subject: `approval ${approvalId}`,
    details: {
      kind,
      about: KINDS[kind].subject(subjectId),
      askedBy: askedBy === null ? `service token ${askedByToken}` : `user ${askedBy}`,
    },
  });

async function settleAndRecord(
  tx: Tx,
  which: WhichApproval,
  approval: Approval,
  decision: Decision,
  decider: DeskUser,
): Promise<void> {
  await settle(tx, which, decision, decider);
  await recordDecision(tx, which, approval, decision, decider);
}

const operatorOf = ({ userId, name }: DeskUser): DeskUser => ({ via: 'desk', userId, name });
