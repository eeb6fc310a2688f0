import { sql } from 'kysely';
import { APPROVALS, type ApprovalKind } from '../../shared/domain/approvals.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import type { DeskUser, ServiceToken } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { KINDS } from './kinds.ts';
import { tellApprovers } from './tell-approvers.ts';

/** Long enough for a weekend and a holiday. What was asked for earlier is asked for again. */
const OPEN_DAYS = 5;

interface Asked {
  tenantId: string;
  kind: ApprovalKind;
  subjectId: bigint;
  reason: string;
  /** What exactly is asked for, where the subject does not say it. */
  details?: object;
}

/** Asks for something that a second person has to approve. Whether it can be done at all is checked by the caller, and again then. */
export async function askApproval(
  tx: Tx,
  { tenantId, kind, subjectId, reason, details }: Asked,
  by: DeskUser | ServiceToken,
): Promise<bigint> {
  await tx
    .updateTable('approvals')
    .set({ decision: 'expired', decidedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('kind', '=', kind)
    .where('subjectId', '=', subjectId)
    .where('decision', 'is', null)
    .where('expiresAt', '<=', sql<Date>`now()`)
    .execute();
  const asked = await tx
    .insertInto('approvals')
    .values({
      tenantId,
      kind,
      subjectId,
      reason,
      details: details ? sql`${JSON.stringify(details)}::jsonb` : null,
      ...(by.via === 'desk' ? { askedBy: by.userId } : { askedByToken: by.id }),
      expiresAt: sql<Date>`now() + make_interval(days => ${OPEN_DAYS})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!asked) throw new Refusal('approval_waiting');
  await recordAudit(tx, {
    actorId: by.via === 'desk' ? by.userId : null,
    operator: by,
    action: 'approval asked for',
    subject: `approval ${asked.id}`,
    details: { kind, about: KINDS[kind].subject(subjectId), reason },
  });
  const waiting = { tenantId, about: 'approval', id: asked.id } as const;
  await tellApprovers(tx, waiting, {
    permission: APPROVALS[kind].needs,
    except: by.via === 'desk' ? by.userId : null,
  });
  return asked.id;
}
