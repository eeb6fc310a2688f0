import { closeSync, openSync, writeSync } from 'node:fs';
import { csvCell } from '../platform/records/csv-cell.ts';
import type { FoundProblem } from './findings.ts';

const CHUNK = 64 * 1024;

/** Every problem of an import as a row of a CSV file, however many there are. Written at once, so that none has to be kept. */
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
