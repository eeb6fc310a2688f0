import { OTHER_RETENTION, type Retention, TABLE_RETENTION } from './retention.ts';

const BEGIN = '<!-- Written by npm run generate retention-docs -->';
const END = '<!-- End -->';

/** The page docs/retention.md with its tables as the code has them. What stands around them is kept. */
export function retentionPage(page: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) throw new Error('docs/retention.md has lost the place of its tables.');
  return `${page.slice(0, begin)}${BEGIN}\n\n${tables()}\n\n${page.slice(end)}`;
}

const tables = () =>
  [
    '| table | what it holds | how long | afterwards |',
    '|---|---|---|---|',
    ...Object.entries(TABLE_RETENTION).map(([name, retention]) => line(`\`${snakeCase(name)}\``, retention)),
    '',
    '| elsewhere | what it holds | how long | afterwards |',
    '|---|---|---|---|',
    ...Object.entries(OTHER_RETENTION).map(([name, retention]) => line(name, retention)),
  ].join('\n');

const line = (name: string, { holds, kept, afterwards }: Retention) =>
  `| ${name} | ${holds} | ${kept} | ${afterwards} |`;

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
