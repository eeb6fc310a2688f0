import type { deskNotesContract } from '../../../shared/contract/desk-notes.ts';
import { deskOperator } from '../../access/desk-operator.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { answerOnce } from '../../platform/db/idempotency.ts';
import { readDeal } from './deal.queries.ts';
import { pinNote, readNotes, writeNote } from './notes.ts';

export const notesHandlers = (): Handlers<typeof deskNotesContract> => ({
  async notes({ params: { dealId }, caller: { tenantId }, tx }) {
    await readDeal(tx, tenantId, dealId);
    return { notes: await readNotes(tx, tenantId, dealId) };
  },

  async writeNote({ params: { dealId }, body, caller, tx, idempotencyKey }) {
    const { tenantId, userId, role } = caller;
    await readDeal(tx, tenantId, dealId);
    const operator = await deskOperator(tx, caller);
    const key = `deal note ${userId} ${idempotencyKey}`;
    const request = { dealId: String(dealId), ...body };
    const { noteId } = await answerOnce(tx, { tenantId, key, request }, async () => {
      const id = await writeNote(tx, tenantId, { dealId, ...body, authorRole: role }, operator);
      return { noteId: id.toString() };
    });
    return { noteId: BigInt(noteId) };
  },

  async pinNote({ params: { noteId }, body: { isPinned }, caller, tx }) {
    await pinNote(tx, caller.tenantId, { noteId, isPinned }, await deskOperator(tx, caller));
    return { noteId };
  },
});
