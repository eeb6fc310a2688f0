import { closeSync, openSync, writeSync } from 'node:fs';
import { csvCell } from '../platform/records/csv-cell.ts';
import type { FoundProblem } from './findings.ts';

const CHUNK = 64 * 1024;

/** Writes every problem of an import to a CSV file, however many there are, as soon as it is found. */
export function openReportFile(path: string) {
  const file = openSync(path, 'w');
  let text = 'file,line,column,outcome,reason\n';
  const flush = () => {
    writeSync(file, text);
    text = '';
  };
  return {
    write({ file: name, line, column, outcome, reason }: FoundProblem): void {
      text += `${[name, String(line), column, outcome, reason].map(csvCell).join(',')}\n`;
      if (text.length >= CHUNK) flush();
    },
    close(): void {
      flush();
      closeSync(file);
    },
  };
}
