import { INVESTOR_PERMISSION_NAMES, INVESTOR_PERMISSIONS } from '../../shared/domain/investor-permissions.ts';
import type { KindDescription } from './kind.ts';
import { KIND_DESCRIPTIONS } from './kinds/all.ts';

const PERMISSION_COLUMNS = new Set<string>(
  INVESTOR_PERMISSION_NAMES.map((name) => INVESTOR_PERMISSIONS[name].field),
);

/** What is above it in the page is written by hand. */
const HEADING = '## The files and their columns';

/** The page's text, with the part below the heading generated from the schemas. */
export function referencePage(page: string): string {
  const [byHand = ''] = page.split(HEADING);
  return `${byHand}${HEADING}\n\n${KIND_DESCRIPTIONS.map(section).join('\n\n')}\n`;
}

/** A template file: the header and a few rows which, together with those of the other files, form a small book. */
export function templates(): { fileName: string; content: string }[] {
  return KIND_DESCRIPTIONS.map(({ name, schema, examples }) => {
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

function section({ name, about, schema, describe, examples }: KindDescription): string {
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

/** Quotes only where necessary, because people read these files and fill them in. */
const templateCell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
