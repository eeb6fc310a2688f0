import { closeSync, openSync, writeSync } from 'node:fs';
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
      text += `${[name, line, column, outcome, reason].map(cell).join(',')}\n`;
      if (text.length >= CHUNK) flush();
    },
    close(): void {
      flush();
      closeSync(file);
    },
  };
}

/** What a file says is in the words about it; no spreadsheet may take it for a formula. */
function cell(value: string | number): string {
  const text = String(value);
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
