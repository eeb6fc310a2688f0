import type { Sheet } from '../../platform/spreadsheet/sheet.ts';

export interface Book {
  tenantId: string;
  syndicateId: bigint;
}

/** Sheets whose number of rows is known before they are written. */
export interface PartSheets {
  sheets: Sheet[];
  rowCount: number;
}
