import type { ImportKind } from '../../shared/contract/operator-imports.ts';
import { INVESTOR_PERMISSION_NAMES, INVESTOR_PERMISSIONS } from '../../shared/domain/investor-permissions.ts';
import type { KindDescription } from '../import/kind.ts';
import { KIND_DESCRIPTIONS } from '../import/kinds/all.ts';

type Cells = Record<string, string>;

/** What the examples leave empty, for the first row of a kind, so that every column is filled in at least once. */
const ALSO: { [K in ImportKind]?: Cells } = {
  syndicates: {
    shows_simple_view: 'false',
    shows_detailed_view: 'false',
    shows_deals_tab: 'false',
    uses_cash_balance: 'true',
    shows_cash_balance: 'true',
    cash_balance: '250000.00',
    net_investment_override: '1234.50',
  },
  users: {
    ...Object.fromEntries(
      INVESTOR_PERMISSION_NAMES.map((name) => [INVESTOR_PERMISSIONS[name].field, 'true']),
    ),
    is_terminated: 'true',
  },
  statements: { is_scrubbed: 'false', file: 'statement.pdf' },
  advances: {
    daily_payment: '10.00',
    description: 'Seen in May',
    previous_deal_url: 'https://old.example/1',
  },
  deals: { syndication_cap_percent: '80' },
  offers: { notify_note: 'Call first' },
  terms: {
    payment: '3500.00',
    frequency: 'WEEKLY',
    weekday: 'tuesday',
    first_debit_date: '2026-10-27',
  },
  notes: { is_pinned: 'true' },
  payments: { debit_date: '2026-10-02' },
  payout_accounts: { holder_name: 'Maple Ridge Capital LLC' },
};

export const kindNamed = (name: ImportKind): KindDescription => {
  const kind = KIND_DESCRIPTIONS.find((candidate) => candidate.name === name);
  if (!kind) throw new Error(`There are ${name}.`);
  return kind;
};

/** The same for the second row. */
const NEXT: { [K in ImportKind]?: Cells } = { deals: { renewal_of: 'D-1' } };

/** The rows of the examples, the first two of each kind with more columns filled in. */
export const fullRows = ({ name, examples }: KindDescription): Cells[] =>
  examples.map((example, index) => ({ ...(example as Cells), ...[ALSO, NEXT][index]?.[name] }));

/** A file of these rows. A column that is left out is not in the header; one that is emptied is, and has no value in any row. */
export function fileOf(
  kind: KindDescription,
  { without = [], empty = [] }: { without?: readonly string[]; empty?: readonly string[] } = {},
): string {
  const columns = Object.keys(kind.schema.shape).filter((column) => !without.includes(column));
  const cell = (text = '') => `"${text.replaceAll('"', '""')}"`;
  const lines = fullRows(kind).map((row) =>
    columns.map((column) => cell(empty.includes(column) ? '' : row[column])).join(','),
  );
  return `${[columns.join(','), ...lines].join('\n')}\n`;
}

/** Every file of the book, and the PDF that a statement names. */
export const fullBook = (): Record<string, string> => ({
  ...Object.fromEntries(KIND_DESCRIPTIONS.map((kind) => [`${kind.name}.csv`, fileOf(kind)])),
  'statement.pdf': '%PDF-1.4 of August',
});
