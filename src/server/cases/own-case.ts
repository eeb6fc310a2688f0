import { holdersOf } from '../approvals/approvers.ts';
import { nameOfMember } from '../identity/members.queries.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import type { DeskUser } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { changeCase, type HeldCase, holdCase, noteStep, subjectOf, type WhichCase } from './held-case.ts';

/** Makes somebody of the staff the owner. `seenOwnerId` is the owner that they saw: of two at once, one is refused. */
export async function takeCase(
  tx: Tx,
  which: WhichCase,
  seenOwnerId: bigint | null,
  operator: DeskUser,
): Promise<void> {
  const held = await holdCase(tx, which);
  if (held.ownerId === operator.userId) return;
  await requireSeenOwner(tx, held, seenOwnerId);
  await giveTo(tx, held, operator.userId, 'taken', operator);
}

/** Hands it to somebody else who may answer requests. */
export async function handOverCase(
  tx: Tx,
  which: WhichCase,
  { seenOwnerId, newOwnerId }: { seenOwnerId: bigint | null; newOwnerId: bigint },
  operator: DeskUser,
): Promise<void> {
  const held = await holdCase(tx, which);
  if (held.ownerId === newOwnerId) return;
  await requireSeenOwner(tx, held, seenOwnerId);
  const holders = await holdersOf(tx, which.tenantId, 'answer-requests');
  if (!holders.some(({ userId }) => userId === newOwnerId)) throw new Refusal('request_owner_unfit');
  await giveTo(tx, held, newOwnerId, 'handed over', operator);
}

const ACTIONS = { taken: 'request taken', 'handed over': 'request handed over' } as const;

export async function giveTo(
  tx: Tx,
  held: HeldCase,
  ownerId: bigint,
  kind: keyof typeof ACTIONS,
  operator: DeskUser,
): Promise<void> {
  await changeCase(tx, held, { ownerId });
  await noteStep(tx, held, { kind, authorId: operator.userId, ownerId });
  await recordAudit(tx, {
    actorId: operator.userId,
    operator,
    action: ACTIONS[kind],
    subject: subjectOf(held),
    details: {
      request: Number(held.id),
      oldOwner: held.ownerId === null ? 'nobody' : `user ${held.ownerId}`,
      newOwner: `user ${ownerId}`,
    },
  });
}

async function requireSeenOwner(tx: Tx, { tenantId, ownerId }: HeldCase, seenOwnerId: bigint | null) {
  if (ownerId === seenOwnerId) return;
  if (ownerId === null) throw new Refusal('request_taken');
  const name = await nameOfMember(tx, tenantId, ownerId);
  throw new Refusal('request_taken', name === '' ? {} : { message: `${name} was quicker and has taken it.` });
}
