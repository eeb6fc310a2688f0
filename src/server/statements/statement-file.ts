import { Readable } from 'node:stream';
import { statementNumber } from '../../shared/domain/statement-words.ts';
import type { FileToSend } from '../platform/http/stored-files.ts';
import { workbookStream } from '../platform/spreadsheet/workbook.ts';
import type { PrintedStatement } from './statement-paper.ts';
import { statementSheets } from './statement-workbook.ts';

export type StatementFormat = 'pdf' | 'xlsx';

const TYPES: Readonly<Record<StatementFormat, string>> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** A statement as a file. It is made when the transaction that read it has ended, because a long one takes a while. */
export function statementFile(statement: PrintedStatement, format: StatementFormat): FileToSend {
  const { figures, abbreviation, version } = statement;
  const later = version > 1 ? ` version ${version}` : '';
  return {
    name: `Statement ${statementNumber(abbreviation, figures)}${later}.${format}`,
    contentType: TYPES[format],
    isSaved: true,
    async open() {
      const bytes = format === 'pdf' ? await pdfOf(statement) : await workbookOf(statement);
      return { body: Readable.from([bytes]), size: bytes.length };
    },
  };
}

/** Only this needs the library of PDFs, which takes a while to load. */
async function pdfOf(statement: PrintedStatement): Promise<Buffer> {
  const { statementPdf } = await import('./statement-pdf.ts');
  return statementPdf(statement);
}

const workbookOf = async (statement: PrintedStatement): Promise<Buffer> =>
  Buffer.concat(await workbookStream(statementSheets(statement)).toArray());
