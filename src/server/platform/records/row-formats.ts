/** The formats of rows: file name extensions and their media types. */
export const ROW_FORMATS = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

export type RowFormat = keyof typeof ROW_FORMATS;

export const rowFormats = Object.keys(ROW_FORMATS) as RowFormat[];
