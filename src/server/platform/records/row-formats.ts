/** How rows are written, by the ending of a file's name, and what a body of them is called. */
export const ROW_FORMATS = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

export type RowFormat = keyof typeof ROW_FORMATS;

export const rowFormats = Object.keys(ROW_FORMATS) as RowFormat[];
