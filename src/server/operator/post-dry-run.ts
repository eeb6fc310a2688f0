import { type CalendarDate, formatDate } from '../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../shared/domain/money.ts';
import { dryRunDayFile } from '../features/posting/dry-run-day-file.ts';
import { messageOf } from '../features/posting/refusal-message.ts';
import type { PostingCounts } from '../ledger/day-file/posting-runs.ts';
import type { Database } from '../platform/db/database.ts';
import { formatCount, print } from './command.ts';
import { printTable } from './print-table.ts';

/** Prints what posting the file would do: to each deal, and which lines would be refused or held. Exits as posting would. */
export async function printDryRun(
  db: Database,
  tenantId: string,
  path: string,
  said: CalendarDate | undefined,
): Promise<void> {
  const dryRun = await dryRunDayFile(db, tenantId, path, said);
  const { entries, sums, counts, refused, held, deals, earlierRunId } = dryRun;
  printTable(
    ['mid', 'entries', 'posted', 'reversed', 'collected before', 'collected after'],
    deals.map(({ mid, entryCount, posted, reversed, collectedBefore, collectedAfter }) => [
      mid,
      entryCount,
      ...[posted, reversed, collectedBefore, collectedAfter].map(formatMoney),
    ]),
  );
  for (const { entry, code } of refused) {
    const { line, reference, mid, amount, date, result } = entry;
    const values = [reference, mid, formatMoney(amount), date, result].join(', ');
    print(`${path}:${line}: ${values} would be refused: ${messageOf(code)} (${code})`);
  }
  for (const { line, reference, mid, amount, date, resembles } of held)
    print(
      `${path}:${line}: ${[reference, mid, formatMoney(amount), date].join(', ')} would be held, because it is like ${resembles}`,
    );
  print(
    `Dry run, nothing was posted: ${sayCounts(entries.length, counts)}; ${formatMoney(sums.cleared)} cleared and ${formatMoney(sums.returned)} returned in the file${sayCompleteThrough(dryRun.completeThrough)}`,
  );
  if (earlierRunId !== null) print(`This file was posted before, by posting run ${earlierRunId}.`);
  if (refused.length > 0) process.exitCode = 3;
  else if (held.length > 0) process.exitCode = 4;
}

/** '; complete through 11/13/2026' */
export const sayCompleteThrough = (day: CalendarDate | null): string =>
  day === null ? '' : `; complete through ${formatDate(day)}`;

/** '5 entries; 2 posted, 1 refused' */
export function sayCounts(entryCount: number, { known, ...others }: PostingCounts): string {
  const counts = Object.entries({ ...others, 'already posted': known })
    .filter(([, count]) => count > 0)
    .map(([outcome, count]) => `${formatCount(count)} ${outcome}`);
  return `${formatCount(entryCount)} ${entryCount === 1 ? 'entry' : 'entries'}; ${counts.join(', ') || 'none'}`;
}
