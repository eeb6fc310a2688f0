import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { toDecimalString } from '../../../../shared/domain/money.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { SheetId } from './read-lines.ts';

const COLUMNS = 'reference,mid,amount,date,result,return_code,debit_date';

/**
 * Writes the lines that will be posted as a day file. Each stands on the line that it has in the spreadsheet, with empty lines between,
 * so that a payment names the line that people find it on. The name of the last column is the spreadsheet's own: two days with the same
 * lines are two files.
 */
export async function writeDayFile(tx: Tx, { tenantId, fileId }: SheetId, path: string): Promise<DayFile> {
  const lines = await tx
    .selectFrom('daySheetLines')
    .select(['line', 'postedReference', 'mid', 'amountCents', 'entryDate', 'result', 'returnCode'])
    .select(['debitDate', 'decision'])
    .where('tenantId', '=', tenantId)
    .where('fileId', '=', fileId)
    .where('verdict', '=', 'will post')
    .orderBy('line')
    .execute();
  const hash = createHash('sha256');
  const file = createWriteStream(path, { mode: 0o600 });
  const write = async (text: string) => {
    hash.update(text);
    if (!file.write(text)) await once(file, 'drain');
  };
  await write(`${COLUMNS},sheet ${fileId}\n`);
  let reached = 1;
  for (const line of lines) {
    const size = (line.amountCents ?? 0n) < 0n ? -(line.amountCents ?? 0n) : (line.amountCents ?? 0n);
    const cells = [
      line.postedReference ?? '',
      line.mid ?? '',
      toDecimalString(size),
      line.entryDate ?? '',
      line.result ?? '',
      line.result === 'returned' ? (line.returnCode ?? '') : '',
      line.debitDate ?? '',
      '',
    ];
    await write(`${'\n'.repeat(line.line - reached - 1)}${cells.map(quoted).join(',')}\n`);
    reached = line.line;
  }
  file.end();
  await finished(file);
  return {
    hash: hash.digest(),
    confirmed: new Set(
      lines.flatMap(({ decision, postedReference }) =>
        decision === 'post too' && postedReference !== null ? [postedReference] : [],
      ),
    ),
  };
}

export interface DayFile {
  hash: Buffer;
  /** The references of debits that somebody has confirmed although they resemble another one. */
  confirmed: ReadonlySet<string>;
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
