import { sql } from 'kysely';
import type { ApprovalDecision, ApprovalKind } from '../../shared/domain/approvals.ts';
import { notFoundInTenant } from '../book/not-found-in-tenant.ts';
import type { Tx } from '../platform/db/database.ts';

export interface WhichApproval {
  tenantId: string;
  approvalId: bigint;
}

export interface Approval {
  id: bigint;
  kind: ApprovalKind;
  subjectId: bigint;
  /** What exactly was asked for, of a kind whose subject does not say it. */
  details: unknown;
  reason: string;
  /** Null where a service token asked. */
  askedBy: bigint | null;
  askedByToken: bigint | null;
  /** The name by which the tenant knows who asked. */
  askedByName: string;
  askedAt: Date;
  expiresAt: Date;
  /** When whoever can decide it was last told by mail. */
  toldAt: Date | null;
}

/** What waits for a second person, the oldest first. */
export const listWaitingApprovals = (tx: Tx, tenantId: string): Promise<Approval[]> =>
  approvals(tx, tenantId)
    .where('approval.decision', 'is', null)
    .where('approval.expiresAt', '>', sql<Date>`now()`)
    .orderBy('approval.id')
    .limit(100)
    .execute();

/** The request of a kind about a subject that nobody has decided. An index lets only one be there. */
export const findOpenApproval = (
  tx: Tx,
  tenantId: string,
  { kind, subjectId }: Pick<Approval, 'kind' | 'subjectId'>,
): Promise<{ id: bigint } | undefined> =>
  tx
    .selectFrom('approvals')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('kind', '=', kind)
    .where('subjectId', '=', subjectId)
    .where('decision', 'is', null)
    .executeTakeFirst();

/** Locks the request, so that whoever decides at the same moment comes after. */
export async function lockApproval(
  tx: Tx,
  { tenantId, approvalId }: WhichApproval,
): Promise<Approval & { isWaiting: boolean }> {
  const row = await tx
    .selectFrom('approvals')
    .select(sql<boolean>`decision is null and expires_at > now()`.as('isWaiting'))
    .where('tenantId', '=', tenantId)
    .where('id', '=', approvalId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFoundInTenant(`approval ${approvalId}`);
  const approval = await approvals(tx, tenantId)
    .where('approval.id', '=', approvalId)
    .executeTakeFirstOrThrow();
  return { ...approval, ...row };
}

/** False when it was settled before: of several at once, only one gets true. */
export async function settleApproval(
  tx: Tx,
  { tenantId, approvalId }: WhichApproval,
  decision: ApprovalDecision,
  decidedBy: bigint | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('approvals')
    .set({ decision, decidedBy, decidedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', approvalId)
    .where('decision', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const approvals = (tx: Tx, tenantId: string) =>
  tx
    .selectFrom('approvals as approval')
    .leftJoin('memberships as asker', (join) =>
      join.onRef('asker.tenantId', '=', 'approval.tenantId').onRef('asker.userId', '=', 'approval.askedBy'),
    )
    .leftJoin('serviceTokens as token', (join) =>
      join.onRef('token.tenantId', '=', 'approval.tenantId').onRef('token.id', '=', 'approval.askedByToken'),
    )
    .select([
      'approval.id',
      'approval.kind',
      'approval.subjectId',
      'approval.details',
      'approval.reason',
      'approval.askedBy',
      'approval.askedByToken',
      sql<string>`coalesce(asker.name, 'The system ' || token.name, '')`.as('askedByName'),
      'approval.askedAt',
      'approval.expiresAt',
      'approval.toldAt',
    ])
    .where('approval.tenantId', '=', tenantId);
