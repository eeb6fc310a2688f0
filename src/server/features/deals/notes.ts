import type { NoteKind } from '../../../shared/domain/deal-notes.ts';
import { notFoundInTenant } from '../../book/not-found-in-tenant.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { DeskUser } from '../../platform/audit/operator.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { textOfHtml } from '../../platform/rich-text/clean-html.ts';
import { storedMessage } from '../../platform/rich-text/stored-message.ts';

/** More than anybody reads. */
const MOST_NOTES = 200;

/** Pinned notes first, then the newest. */
export async function readNotes(tx: Tx, tenantId: string, dealId: bigint) {
  const rows = await tx
    .selectFrom('dealNotes')
    .select([
      'id as noteId',
      'kind',
      'bodyHtml',
      'isPinned',
      'isForSyndicates',
      'authorName',
      'authorRole',
      'createdAt',
    ])
    .where('tenantId', '=', tenantId)
    .where('dealId', '=', dealId)
    .orderBy('isPinned', 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_NOTES)
    .execute();
  return rows.map(({ createdAt, ...note }) => ({ ...note, writtenAt: createdAt.toISOString() }));
}

export interface NewNote {
  dealId: bigint;
  kind: NoteKind;
  bodyHtml: string;
  isPinned: boolean;
  /** Unless it is said, only those see it who see its kind. */
  isForSyndicates?: boolean | undefined;
  authorRole: string;
}

/** Adds a note under the name of whoever is signed in. What was written is cleaned like messages. */
export async function writeNote(
  tx: Tx,
  tenantId: string,
  { dealId, kind, bodyHtml, isPinned, isForSyndicates = false, authorRole }: NewNote,
  operator: DeskUser,
): Promise<bigint> {
  const body = storedMessage(bodyHtml);
  if (textOfHtml(body).length === 0) throw new Refusal('message_missing');
  const { id } = await tx
    .insertInto('dealNotes')
    .values({
      ...{ tenantId, dealId, kind, isPinned, isForSyndicates, authorRole, bodyHtml: body },
      authorId: operator.userId,
      authorName: operator.name,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordAudit(tx, {
    actorId: null,
    operator,
    action: 'deal note written',
    subject: `note ${id}`,
    details: { deal: dealId.toString(), kind, ...(isForSyndicates && { isForSyndicates }) },
  });
  return id;
}

export async function pinNote(
  tx: Tx,
  tenantId: string,
  { noteId, isPinned }: { noteId: bigint; isPinned: boolean },
  operator: DeskUser,
): Promise<void> {
  const note = await tx
    .selectFrom('dealNotes')
    .select('isPinned')
    .where('tenantId', '=', tenantId)
    .where('id', '=', noteId)
    .forUpdate()
    .executeTakeFirst();
  if (!note) throw notFoundInTenant(`note ${noteId}`);
  if (note.isPinned === isPinned) return;
  await tx
    .updateTable('dealNotes')
    .set({ isPinned })
    .where('tenantId', '=', tenantId)
    .where('id', '=', noteId)
    .execute();
  await recordAudit(tx, {
    actorId: null,
    operator,
    action: 'deal note pinned',
    subject: `note ${noteId}`,
    details: { isPinned },
  });
}
