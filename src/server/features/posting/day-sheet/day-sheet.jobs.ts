import * as z from 'zod';
import { DAY_SHEET_FIELDS, PAYMENTS_OF_A_DAY } from '../../../../shared/domain/day-sheet.ts';
import { sheetRefusalWords } from '../../../../shared/domain/sheet-files.ts';
import { faultOfMapping, guessMapping, type SheetMapping } from '../../../../shared/domain/sheet-mapping.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { withTenant } from '../../../platform/db/transactions.ts';
import { addJob, defineJob } from '../../../platform/jobs/jobs.ts';
import { longWorkOf } from '../../../platform/jobs/long-work.ts';
import { UnreadableError } from '../../../platform/records/problem.ts';
import type { LookedAt } from '../../../sheets/look-at-sheet.ts';
import { lookAtSheetApart } from '../../../sheets/sheet-apart.ts';
import { findSource } from '../../../sheets/sources.queries.ts';
import { formatOf, withStoredSheet } from '../../../sheets/stored-sheet.ts';
import { checkUpload } from '../../../stored-files/check-upload.ts';
import { checkLines } from './check-lines.ts';
import { postSheet } from './post-sheet.ts';
import { readLines, type SheetId } from './read-lines.ts';
import { saveVerdicts } from './save-verdicts.ts';

const payload = z.object({ tenantId: z.uuid(), fileId: z.uuid() });

/** Checks the bytes of a spreadsheet, finds its columns, and goes on to its lines where the source is known. */
export const readDaySheet = defineJob({
  name: 'read day sheet',
  payload,
  async run(deps, id) {
    await checkUpload(deps, 'sheetFiles', id);
    const sheet = await readSheet(deps.db, id);
    if (sheet?.state !== 'arriving') return;
    if (sheet.contentType === null)
      return refuse(deps.db, id, sheetRefusalWords(sheet.refusal ?? 'unreadable'));
    const format = formatOf(sheet.contentType);
    await orUnreadable(deps.db, id, async () => {
      const looked = await withStoredSheet(deps.fileStorage, id, (path) => lookAtSheetApart(path, format));
      await withTenant(deps.db, id.tenantId, (tx) => begin(tx, id, looked, sheet.stagedBy));
    });
  },
});

/** Says of each line what posting would do with it. */
export const checkDaySheet = defineJob({
  name: 'check day sheet',
  // Runs after the mails and first uploads that people wait for.
  priority: 1,
  payload: payload.extend({ checkNumber: z.int() }),
  async run(deps, { checkNumber, ...id }) {
    const sheet = await readSheet(deps.db, id);
    if (sheet?.state !== 'checking' || sheet.checkNumber !== checkNumber || sheet.contentType === null)
      return;
    const mapping = sheet.mapping as unknown as SheetMapping;
    const format = formatOf(sheet.contentType);
    await orUnreadable(deps.db, id, async () => {
      if (!sheet.hasLines)
        await withStoredSheet(deps.fileStorage, id, (path) =>
          readLines(deps.db, id, { path, format, mapping }),
        );
      const found = await checkLines(deps.db, id, {
        hasMadeReferences: mapping['reference']?.from === 'made',
      });
      await saveVerdicts(deps.db, id, { ...found, checkNumber });
    });
  },
});

/** Posts what a person has confirmed. Stopped at any point, it goes on where it was. */
export const postDaySheet = defineJob({
  name: 'post day sheet',
  priority: 1,
  payload,
  run: (deps, id) => postSheet(deps.db, id, askForCheck),
});

export const daySheetJobs = [readDaySheet, checkDaySheet, postDaySheet];

/** Has the lines checked (again), in the transaction that changes what they mean. */
export async function askForCheck(tx: Tx, { tenantId, fileId }: SheetId): Promise<void> {
  const { checkNumber } = await tx
    .updateTable('daySheets')
    .set((eb) => ({ state: 'checking', checkNumber: eb('checkNumber', '+', 1), doneCount: 0 }))
    .where('tenantId', '=', tenantId)
    .where('fileId', '=', fileId)
    .returning('checkNumber')
    .executeTakeFirstOrThrow();
  await addJob(tx, checkDaySheet, { tenantId, fileId, checkNumber }, { queue: longWorkOf(tenantId) });
}

async function begin(
  tx: Tx,
  { tenantId, fileId }: SheetId,
  { headerLine, columns, samples, lineCount }: LookedAt,
  userId: bigint,
): Promise<void> {
  const known = await findSource(tx, tenantId, { kind: PAYMENTS_OF_A_DAY, columns, userId });
  const source = known && faultOfMapping(known.mapping, DAY_SHEET_FIELDS, columns) === null ? known : null;
  await tx
    .updateTable('daySheets')
    .set({
      ...{ headerLine, columns, lineCount, state: 'columns', samples: JSON.stringify(samples) },
      sourceId: source?.id ?? null,
      mapping: JSON.stringify(source?.mapping ?? guessMapping(columns, DAY_SHEET_FIELDS, samples)),
    })
    .where('tenantId', '=', tenantId)
    .where('fileId', '=', fileId)
    .where('state', '=', 'arriving')
    .execute();
  if (source) await askForCheck(tx, { tenantId, fileId });
}

const readSheet = (db: Database, { tenantId, fileId }: SheetId) =>
  withTenant(
    db,
    tenantId,
    (tx) =>
      tx
        .selectFrom('daySheets as sheet')
        .innerJoin('sheetFiles as file', (join) =>
          join.onRef('file.tenantId', '=', 'sheet.tenantId').onRef('file.id', '=', 'sheet.fileId'),
        )
        .select(['sheet.state', 'sheet.checkNumber', 'sheet.hasLines', 'sheet.mapping'])
        .select(['file.contentType', 'file.refusal', 'file.stagedBy'])
        .where('sheet.tenantId', '=', tenantId)
        .where('sheet.fileId', '=', fileId)
        .executeTakeFirst(),
    { readOnly: true },
  );

/** What is wrong with the file is for whoever dropped it, and no failure of the job. */
async function orUnreadable(db: Database, id: SheetId, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    const [problem] = error.problems;
    await refuse(db, id, `Line ${problem?.line ?? 1}: ${problem?.reason ?? 'cannot be read'}.`);
  }
}

const refuse = async (db: Database, { tenantId, fileId }: SheetId, problem: string): Promise<void> => {
  await withTenant(db, tenantId, (tx) =>
    tx
      .updateTable('daySheets')
      .set({ state: 'unreadable', problem })
      .where('tenantId', '=', tenantId)
      .where('fileId', '=', fileId)
      .where('state', 'in', ['arriving', 'checking'])
      .execute(),
  );
};
