import type { deskPostingContract } from '../../../../shared/contract/desk-posting.ts';
import { deskOperator } from '../../../access/desk-operator.ts';
import type { Handlers } from '../../../access/endpoints.ts';
import type { Deps } from '../../../deps.ts';
import { announceSheet, sheetUploaded } from '../../../sheets/sheet-files.ts';
import { acceptLines } from './accept-lines.ts';
import { confirmSheet } from './confirm-sheet.ts';
import { readDaySheet } from './day-sheet.jobs.ts';
import { readSheet } from './day-sheet.queries.ts';
import { decideLine } from './decide-line.ts';
import { discardSheet } from './discard-sheet.ts';
import { mapSheet } from './map-sheet.ts';
import { listLines } from './sheet-lines.queries.ts';
import { stateTotal } from './state-total.ts';

const DONE = { isDone: true };
const PURPOSE = 'payments of a day';

export const daySheetHandlers = (
  deps: Pick<Deps, 'fileStorage' | 'uploadStorage'>,
): Handlers<typeof deskPostingContract> => ({
  announceSheet: ({ body, inTransaction }) =>
    announceSheet(inTransaction, deps, { purpose: PURPOSE, ...body }),

  async sheetUploaded({ params: { fileId }, inTransaction }) {
    await sheetUploaded(
      inTransaction,
      deps,
      { purpose: PURPOSE, fileId, job: readDaySheet },
      async (tx, { tenantId }) => {
        await tx.insertInto('daySheets').values({ tenantId, fileId }).execute();
      },
    );
    return DONE;
  },

  sheet: ({ params: { fileId }, caller: { tenantId }, tx }) => readSheet(tx, { tenantId, fileId }),

  sheetLines: ({ params: { fileId }, query, caller: { tenantId }, tx }) =>
    listLines(tx, { tenantId, fileId }, query),

  async mapSheet({ params: { fileId }, body, caller, tx }) {
    const { tenantId } = caller;
    await mapSheet(tx, { tenantId, fileId }, body, await deskOperator(tx, caller));
    return DONE;
  },

  async decideLine({ params: { fileId, line }, body, caller, tx }) {
    const { tenantId } = caller;
    await decideLine(tx, { tenantId, fileId }, line, body, await deskOperator(tx, caller));
    return DONE;
  },

  async acceptLines({ params: { fileId }, body, caller, tx }) {
    const { tenantId } = caller;
    await acceptLines(tx, { tenantId, fileId }, body, await deskOperator(tx, caller));
    return DONE;
  },

  async discardSheet({ params: { fileId }, caller, tx }) {
    await discardSheet(tx, { tenantId: caller.tenantId, fileId }, await deskOperator(tx, caller));
    return DONE;
  },

  async stateTotal({ params: { fileId }, body, caller, tx }) {
    await stateTotal(tx, { tenantId: caller.tenantId, fileId }, body, await deskOperator(tx, caller));
    return DONE;
  },

  async postSheet({ params: { fileId }, body, caller, tx }) {
    const { tenantId } = caller;
    await confirmSheet(tx, { tenantId, fileId }, body, await deskOperator(tx, caller));
    return DONE;
  },
});
