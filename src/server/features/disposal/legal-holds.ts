import { sql } from 'kysely';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { DB } from '../../platform/db/schema.ts';
import { Refusal } from '../../platform/errors.ts';

export interface HeldSubject {
  kind: DB['legalHolds']['subjectKind'];
  /** Null for the tenant as a whole. */
  id: bigint | null;
}

/** While it is on, nothing of its subject is removed. Returns the hold's id. */
export async function placeHold(
  tx: Tx,
  tenantId: string,
  { kind, id }: HeldSubject,
  reason: string,
  operator: Operator,
): Promise<bigint> {
  if (reason.length > 500) throw invalid('A reason has at most 500 characters.');
  if (!(await exists(tx, tenantId, { kind, id }))) throw new Refusal('not_found');
  const hold = await tx
    .insertInto('legalHolds')
    .values({ tenantId, subjectKind: kind, subjectId: id, reason })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!hold) throw invalid('There is a legal hold on it already.');
  await recordAudit(tx, {
    actorId: null,
    operator,
    action: 'legal hold placed',
    subject: subjectOf({ kind, id }),
    details: { hold: Number(hold.id), reason },
  });
  return hold.id;
}

export async function liftHold(
  tx: Tx,
  tenantId: string,
  holdId: bigint,
  reason: string,
  operator: Operator,
): Promise<void> {
  const hold = await tx
    .updateTable('legalHolds')
    .set({ liftedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', holdId)
    .where('liftedAt', 'is', null)
    .returning(['subjectKind as kind', 'subjectId as id'])
    .executeTakeFirst();
  if (!hold) throw new Refusal('not_found');
  await recordAudit(tx, {
    actorId: null,
    operator,
    action: 'legal hold lifted',
    subject: subjectOf(hold),
    details: { hold: Number(holdId), reason },
  });
}

export const listHolds = (tx: Tx, tenantId: string) =>
  tx
    .selectFrom('legalHolds')
    .select(['id', 'subjectKind as kind', 'subjectId', 'placedAt', 'reason'])
    .where('tenantId', '=', tenantId)
    .where('liftedAt', 'is', null)
    .orderBy('id')
    .execute();

export const subjectOf = ({ kind, id }: HeldSubject): string => (id === null ? kind : `${kind} ${id}`);

async function exists(tx: Tx, tenantId: string, { kind, id }: HeldSubject): Promise<boolean> {
  if (kind === 'tenant') return true;
  const [table, column] = TABLES[kind];
  const { rows } = await sql`
    select from ${sql.table(table)} where tenant_id = ${tenantId} and ${sql.ref(column)} = ${id}`.execute(tx);
  return rows.length > 0;
}

const TABLES = {
  user: ['memberships', 'user_id'],
  syndicate: ['syndicates', 'id'],
  company: ['companies', 'id'],
} as const;

const invalid = (message: string) => new Refusal('setting_invalid', { message });
