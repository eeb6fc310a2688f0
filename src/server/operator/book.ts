import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { BOOK_STATUSES, type BookTable, filtersOf } from '../../shared/contract/operator-book.ts';
import { type AskedFilter, filterOf } from '../features/listed-book/asked-filter.ts';
import {
  columnsOf,
  csvLine,
  MAX_PAGE_LENGTH,
  PAGE_LENGTH,
  readBookPage,
  writeRows,
} from '../features/listed-book/book-tables.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import { withTenant } from '../platform/db/transactions.ts';
import {
  type Command,
  commandLineOperator,
  parseDay,
  printStatus,
  refuseOtherOptions,
  requireNamed,
  requireNumber,
  requireTenant,
  UsageError,
  withDatabase,
} from './command.ts';
import { printTable } from './print-table.ts';

const options = {
  tenant: { type: 'string' },
  status: { type: 'string' },
  deal: { type: 'string' },
  syndicate: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  search: { type: 'string' },
  limit: { type: 'string' },
  after: { type: 'string' },
  format: { type: 'string' },
} as const;

type Values = { [K in keyof typeof options]?: string | undefined };

const WORDS = {
  status: '<status>',
  deal: '<id, or :your own>',
  syndicate: '<abbreviation or id>',
  from: '<YYYY-MM-DD>',
  to: '<YYYY-MM-DD>',
  search: '<words>',
} as const;

const FORMATS = ['table', 'json', 'csv'];
/** So many rows at once; more are read with --after. */
const MOST = 100_000;

/** Lists one table of a funder's book. */
const listCommand = (table: BookTable, about: string): Command => ({
  about,
  usage: `${table} list --tenant <name> ${filtersOf(table)
    .map((name) => `[--${name} ${WORDS[name as keyof typeof WORDS]}]`)
    .join(' ')} [--limit <number>] [--after <id>] [--format table|json|csv]`,
  async run(args) {
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
    if (positionals.join() !== 'list') throw new UsageError(`${table} expects list.`);
    refuseOtherOptions(`${table} list`, values, [...filtersOf(table), 'limit', 'after', 'format']);
    await list(table, values);
  },
});

export const listDealsCommand = listCommand('deals', 'lists the deals of a funder, with what was collected');
export const participationsCommand = listCommand(
  'participations',
  'lists the participations of a funder’s syndicates, with what was paid out',
);
export const paymentsCommand = listCommand('payments', 'lists the payments of a funder’s deals');
export const syndicatesCommand = listCommand('syndicates', 'lists the syndicates of a funder');

async function list(table: BookTable, values: Values): Promise<void> {
  const format = values.format ?? 'table';
  if (!FORMATS.includes(format)) throw new UsageError(`--format expects one of ${FORMATS.join(', ')}.`);
  const limit = Number(requireNumber('--limit', values.limit ?? String(PAGE_LENGTH), { from: 1, to: MOST }));
  const asked = askedOf(table, values);
  let after = values.after === undefined ? undefined : requireNumber('--after', values.after);
  await withDatabase(async (db) => {
    const { id: tenantId } = await requireTenant(db, values.tenant);
    // Recorded before anything is shown.
    await withTenant(db, tenantId, async (tx) => {
      await filterOf(tx, tenantId, asked);
      const details = { format };
      await recordAudit(tx, {
        actorId: null,
        operator: commandLineOperator(),
        action: 'book exported',
        subject: table,
        details,
      });
    });
    await withTenant(
      db,
      tenantId,
      async (tx) => {
        const filter = await filterOf(tx, tenantId, asked);
        const columns = columnsOf(table);
        if (format === 'csv') await write(`${columns.join(',')}\r\n`);
        for (let left = limit; left > 0; ) {
          const length = Math.min(left, MAX_PAGE_LENGTH);
          const { rows, next } = await readBookPage(tx, tenantId, table, filter, { after, limit: length });
          const written = writeRows(table, rows);
          const cells = written.map((row) => columns.map((column) => row[column]));
          if (format === 'json') await write(written.map((row) => `${JSON.stringify(row)}\n`).join(''));
          else if (format === 'csv') await write(cells.map(csvLine).join(''));
          else
            printTable(
              left === limit ? columns : [],
              cells.map((row) => row.map((cell) => (cell === null ? '-' : String(cell)))),
            );
          left -= rows.length;
          after = next ?? undefined;
          if (next === null) return;
        }
        printStatus(`There are more: --after ${after}`);
      },
      { readOnly: true, isSnapshot: true },
    );
  });
}

async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

function askedOf(table: BookTable, { status, deal, syndicate, from, to, search }: Values): AskedFilter {
  const known = BOOK_STATUSES[table];
  if (status !== undefined && !known?.includes(status))
    throw new UsageError(`--status expects one of: ${known?.join('; ')}.`);
  return {
    status,
    syndicate,
    search,
    deal: deal === undefined ? undefined : requireNamed('--deal', deal),
    from: parseDay('--from', from),
    to: parseDay('--to', to),
  };
}
