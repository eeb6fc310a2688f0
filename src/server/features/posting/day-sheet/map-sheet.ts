import { DAY_SHEET_FIELDS, PAYMENTS_OF_A_DAY } from '../../../../shared/domain/day-sheet.ts';
import { faultOfMapping, type SheetMapping } from '../../../../shared/domain/sheet-mapping.ts';
import { recordAudit } from '../../../platform/audit/audit.ts';
import type { DeskUser } from '../../../platform/audit/operator.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/errors.ts';
import { rememberSource } from '../../../sheets/sources.queries.ts';
import { askForCheck } from './day-sheet.jobs.ts';
import { lockSheet, requireOpen } from './locked-sheet.ts';
import type { SheetId } from './read-lines.ts';

/** Says what the columns hold, for this file and for all of its source that come later, and has the lines read anew. */
export async function mapSheet(
  tx: Tx,
  { tenantId, fileId }: SheetId,
  { name, mapping }: { name: string; mapping: SheetMapping },
  by: DeskUser,
): Promise<void> {
  const { state, columns } = await lockSheet(tx, { tenantId, fileId });
  requireOpen(state, ['columns', 'checked']);
  const fault = faultOfMapping(mapping, DAY_SHEET_FIELDS, columns ?? []);
  if (fault) throw new Refusal('sheet_mapping_invalid', { message: fault });
  const sourceId = await rememberSource(tx, tenantId, {
    ...{ kind: PAYMENTS_OF_A_DAY, name, columns: columns ?? [], mapping, userId: by.userId },
  });
  await tx
    .updateTable('daySheets')
    .set({ sourceId, mapping: JSON.stringify(mapping), hasLines: false })
    .where('tenantId', '=', tenantId)
    .where('fileId', '=', fileId)
    .execute();
  await askForCheck(tx, { tenantId, fileId });
  await recordAudit(tx, {
    ...{ actorId: by.userId, operator: by, action: 'day sheet mapped', subject: `day sheet ${fileId}` },
    details: { source: name, ...Object.fromEntries(Object.entries(mapping).map(wordsOfField)) },
  });
}

const wordsOfField = ([field, source]: [string, SheetMapping[string]]): [string, string] => [
  field,
  source.from === 'column' ? source.column : source.from === 'fixed' ? source.value : source.of.join('+'),
];
