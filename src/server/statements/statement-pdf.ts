import { monthlyPdf } from './monthly-pdf.ts';
import type { PrintedStatement } from './statement-paper.ts';
import { yearlyPdf } from './yearly-pdf.ts';

/** The same bytes for the same statement, whenever it is asked for. */
export const statementPdf = ({ figures, ...around }: PrintedStatement): Promise<Buffer> =>
  figures.kind === 'month' ? monthlyPdf({ ...around, figures }) : yearlyPdf({ ...around, figures });
