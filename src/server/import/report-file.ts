import { closeSync, openSync, writeSync } from 'node:fs';
import { csvCell } from '../platform/records/csv-cell.ts';
import type { FoundChange, FoundProblem } from './findings.ts';

const CHUNK = 64 * 1024;

const COLUMNS = ['file', 'line', 'external_id', 'column', 'outcome', 'before', 'after', 'reason'] as const;

/** Writes every problem, warning and change of an import to a CSV file, however many there are, as soon as it is found. */
export function openReportFile(path: string) {
  const file = openSync(path, 'w');
  let text = `${COLUMNS.join(',')}\n`;
  const flush = () => {
    writeSync(file, text);
    text = '';
  };
  const write = (row: { [C in (typeof COLUMNS)[number]]?: string | number | undefined }) => {
    text += `${COLUMNS.map((column) => csvCell(String(row[column] ?? ''))).join(',')}\n`;
    if (text.length >= CHUNK) flush();
  };
  return {
    problem: ({ file: name, line, column, outcome, reason, value }: FoundProblem) =>
      write({ file: name, line, column, outcome, reason, after: value }),
    change: ({ file: name, line, externalId, field, before, after }: FoundChange) =>
      write({ file: name, line, external_id: externalId, column: field, outcome: 'changed', before, after }),
    close(): void {
      flush();
      closeSync(file);
    },
  };
}
