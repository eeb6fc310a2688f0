import { sql } from 'kysely';
import type { ApprovalKind } from '../../shared/domain/approvals.ts';
import type { ServiceToken } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { askApproval } from './ask-approval.ts';

interface Asked {
  tenantId: string;
  kind: ApprovalKind;
  subjectId: bigint;
  reason: string;
  details: object;
}

/** Asks for what is over the limit of a token. The same call again finds the request that waits. */
export async function askOnce(tx: Tx, asked: Asked, token: ServiceToken): Promise<bigint> {
  const { tenantId, kind, subjectId, details } = asked;
  const waiting = await tx
    .selectFrom('approvals')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('kind', '=', kind)
    .where('subjectId', '=', subjectId)
    .where('askedByToken', '=', token.id)
    .where('decision', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .where(sql<boolean>`details = ${JSON.stringify(details)}::jsonb`)
    .executeTakeFirst();
  return waiting?.id ?? askApproval(tx, asked, token);
}

/** What became of it, as the token is told. */
export const whatBecame = (approvalId: bigint | null) => ({
  approvalId,
  state: approvalId === null ? ('done' as const) : ('waiting for approval' as const),
});
