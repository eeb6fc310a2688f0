import { sql } from 'kysely';
import type { CaseState } from '../../shared/domain/request-cases.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import type { DeskUser } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { textOfHtml } from '../platform/rich-text/clean-html.ts';
import { storedMessage } from '../platform/rich-text/stored-message.ts';
import {
  changeCase,
  type HeldCase,
  holdCase,
  noteStep,
  requireHeard,
  requireNotTaken,
  subjectOf,
  type WhichCase,
} from './held-case.ts';
import { giveTo } from './own-case.ts';
import { SAME_WITHIN } from './same-within.ts';
import { attachCaseFiles, hasUnsentFile } from './sent-case-files.ts';
import { tellOfAnswer } from './tell-of-answer.ts';

interface Answer {
  messageHtml: string;
  /** Closes the case with the answer. */
  isDone: boolean;
  heardCount: number;
  fileIds?: readonly string[] | undefined;
}

/**
 * Answers the investor, who is told of it. Who answers a case that nobody has taken takes it. The same words again soon
 * after are the same answer.
 */
export async function answerCase(
  tx: Tx,
  which: WhichCase,
  { messageHtml, isDone, heardCount, fileIds = [] }: Answer,
  operator: DeskUser,
): Promise<void> {
  const held = await holdCase(tx, which);
  requireHeard(held, heardCount);
  requireNotTaken(held, operator.userId);
  const message = storedMessage(messageHtml);
  if (textOfHtml(message).length === 0) throw new Refusal('message_missing');
  if (held.ownerId === null) await giveTo(tx, held, operator.userId, 'taken', operator);
  const { tenantId, caseId } = which;
  // While the case waits, the investor has written since the last answer, so that the same words are a new one.
  const isAnother = held.state === 'open' || (await hasUnsentFile(tx, tenantId, fileIds));
  const entry = await tx
    .insertInto('caseEntries')
    .values({
      tenantId,
      caseId,
      kind: 'answer',
      authorId: operator.userId,
      messageHtml: message,
      repetition: await repetitionOf(tx, which, message, isAnother),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (entry) {
    const sender = { tenantId, userId: operator.userId, inviteId: held.inviteId, side: 'funder' } as const;
    await attachCaseFiles(tx, sender, fileIds, { entryId: entry.id });
    await changeCase(tx, held, { state: 'answered' });
    await tellOfAnswer(tx, { tenantId, inviteId: held.inviteId, entryId: entry.id });
    await record(tx, held, 'request answered', operator);
  }
  if (isDone) await settle(tx, { ...held, state: entry ? 'answered' : held.state }, operator);
}

/** Closes a case without another answer. */
export async function closeCase(
  tx: Tx,
  which: WhichCase,
  heardCount: number,
  operator: DeskUser,
): Promise<void> {
  const held = await holdCase(tx, which);
  requireHeard(held, heardCount);
  requireNotTaken(held, operator.userId);
  await settle(tx, held, operator);
}

async function settle(tx: Tx, held: HeldCase, operator: DeskUser): Promise<void> {
  if (held.state === 'done') return;
  await changeCase(tx, held, { state: 'done' });
  await noteStep(tx, held, { kind: 'done', authorId: operator.userId });
  await record(tx, held, 'request closed', operator);
}

/** Opens a case again. It waits from now on. */
export async function reopenCase(tx: Tx, which: WhichCase, operator: DeskUser): Promise<void> {
  const held = await holdCase(tx, which);
  if (held.state === 'open') return;
  await changeCase(tx, held, { state: 'open', waitingSince: sql<Date>`now()` });
  await noteStep(tx, held, { kind: 'reopened', authorId: operator.userId });
  await record(tx, held, 'request reopened', operator);
}

const record = (
  tx: Tx,
  held: HeldCase & { state: CaseState },
  action: 'request answered' | 'request closed' | 'request reopened',
  operator: DeskUser,
) =>
  recordAudit(tx, {
    actorId: operator.userId,
    operator,
    action,
    subject: subjectOf(held),
    details: { request: Number(held.id), oldState: held.state },
  });

/** The number of an answer among those with the same words: the last one if it was just given, otherwise the next. */
async function repetitionOf(
  tx: Tx,
  { tenantId, caseId }: WhichCase,
  message: string,
  isAnother: boolean,
): Promise<number> {
  const { count, isRecent } = await tx
    .selectFrom('caseEntries')
    .select((eb) => [
      eb.fn.countAll<bigint>().as('count'),
      sql<boolean | null>`max(written_at) > now() - ${SAME_WITHIN}`.as('isRecent'),
    ])
    .where('tenantId', '=', tenantId)
    .where('caseId', '=', caseId)
    .where('kind', '=', 'answer')
    .where(sql`md5(message_html)`, '=', sql`md5(${message})`)
    .executeTakeFirstOrThrow();
  return Number(count) - (isRecent && !isAnother ? 1 : 0);
}
