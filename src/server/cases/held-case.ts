import { type RawBuilder, sql } from 'kysely';
import type { CaseEntryKind, CaseState } from '../../shared/domain/request-cases.ts';
import { notFoundInTenant } from '../book/not-found-in-tenant.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';

export interface WhichCase {
  tenantId: string;
  caseId: bigint;
}

/** Locks the case, so that whoever changes it at the same moment comes after, and so does what the investor writes. */
export async function holdCase(tx: Tx, { tenantId, caseId }: WhichCase) {
  const held = await tx
    .selectFrom('inviteCases')
    .select(['id', 'inviteId', 'state', 'ownerId', 'heardCount'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', caseId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!held) throw notFoundInTenant(`request ${caseId}`);
  return { ...held, tenantId };
}

export type HeldCase = Awaited<ReturnType<typeof holdCase>>;

/** Nothing is answered or closed over the head of an investor who has just written again. */
export function requireHeard({ heardCount }: HeldCase, heard: number): void {
  if (heard !== heardCount) throw new Refusal('request_has_news');
}

/** Whoever has taken it answers it, so that an investor does not get two answers. Somebody else takes it over first. */
export function requireNotTaken({ ownerId }: HeldCase, userId: bigint): void {
  if (ownerId !== null && ownerId !== userId) throw new Refusal('request_taken');
}

interface Change {
  state?: CaseState;
  ownerId?: bigint;
  waitingSince?: RawBuilder<Date>;
}

export const changeCase = (tx: Tx, { tenantId, id }: HeldCase, change: Change) =>
  tx
    .updateTable('inviteCases')
    .set({ ...change, changedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .execute();

interface Step {
  kind: Exclude<CaseEntryKind, 'answer'>;
  authorId: bigint;
  ownerId?: bigint;
}

/** Notes in the thread what somebody of the staff did. */
export const noteStep = (tx: Tx, { tenantId, id: caseId }: HeldCase, step: Step) =>
  tx
    .insertInto('caseEntries')
    .values({ tenantId, caseId, ...step })
    .execute();

/** Events of a case are about its invite, like what the investor does there. */
export const subjectOf = ({ inviteId }: HeldCase): string => `invite ${inviteId}`;
