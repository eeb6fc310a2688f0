import { PERMISSION_NAMES, PERMISSIONS } from '../../shared/domain/permissions.ts';
import type { Layout } from './kind.ts';
import { LAYOUTS } from './kinds/all.ts';

const PERMISSION_COLUMNS = new Set<string>(PERMISSION_NAMES.map((name) => PERMISSIONS[name].field));

/** What is above it in the page is written by hand. */
const HEADING = '## The files and their columns';

/** The page's text with its second half made anew from the schemas. */
export function referencePage(page: string): string {
  const [byHand = ''] = page.split(HEADING);
  return `${byHand}${HEADING}\n\n${LAYOUTS.map(section).join('\n\n')}\n`;
}

/** A file to start from: the header and a few rows which, with those of the other files, are a small book. */
export function templates(): { fileName: string; content: string }[] {
  return LAYOUTS.map(({ name, schema, examples }) => {
    const isFilledIn = (column: string) => examples.some((example) => example[column] !== undefined);
    // There is a column for each permission; those that no example gives would only make the file wider.
    const columns = Object.keys(schema.shape).filter(
      (column) => !PERMISSION_COLUMNS.has(column) || isFilledIn(column),
    );
    const rows = examples.map((example) => columns.map((column) => templateCell(example[column] ?? '')));
    return {
      fileName: `${name}.csv`,
      content: [columns, ...rows].map((row) => `${row.join(',')}\n`).join(''),
    };
  });
}

function section({ name, about, schema, describe, examples }: Layout): string {
  const rows = Object.entries(schema.shape).map(([column, cell]) => {
    const isRequired = !cell.safeParse(undefined).success;
    const example = examples.map((row) => row[column]).find(Boolean);
    const cells = [
      `\`${column}\``,
      isRequired ? 'yes' : '',
      describe[column] ?? '',
      example ? `\`${example}\`` : '',
    ];
    return `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return [
    `### ${name}\n\n${about} Start from [${name}.csv](${name}.csv).\n`,
    '| column | required | what it holds | example |\n|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** Quoted only where it has to be: people read and fill these in. */
const templateCell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
