import { createHash } from 'node:crypto';
import { IMPORT_KINDS } from '../../../shared/contract/operator-imports.ts';
import { wordKey } from '../../../shared/domain/cell-values.ts';
import type { RunFigure, SheetKind } from '../../../shared/domain/import-runs.ts';
import { parseMoney, sumMoney, toDecimalString } from '../../../shared/domain/money.ts';
import { similarNames } from '../../../shared/domain/similar-names.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { NamedRow } from '../external-ids.ts';
import type { Source } from '../source.ts';
import { readAddressOwners } from './address-owners.ts';
import { columnsOf, type Remembered } from './columns-of-file.ts';
import { type KnownSyndicate, readBrokers, readSyndicates } from './known-book.ts';
import { brokersOfRun, mapBrokers } from './map-brokers.ts';
import { mapDeals } from './map-deals.ts';
import { mapPayments, type PaymentSums } from './map-payments.ts';
import { mapShares } from './map-shares.ts';
import { mapSyndicates } from './map-syndicates.ts';
import { type MappingWork, meaningsIn } from './mapping-work.ts';
import type { MappedSheet, RunPlan, SheetOfRun } from './plan.ts';
import { createProblems, type Problems } from './problems.ts';
import { type FieldRow, type ReadColumn, readFields } from './read-fields.ts';
import { spellingsIn } from './spellings.ts';

export interface MappedFile {
  id: string;
  name: string;
  kind: SheetKind | null;
  isRemembered: boolean;
  rowCount: number;
  /** The lines of rows that add others up, which are none of the file's own. */
  totalsLines: number[];
  columns: ReadColumn[];
}

export interface MappedBook {
  sources: Source[];
  named: NamedRow[];
  problems: Problems;
  files: MappedFile[];
  /** Of each kind, the names of its files in the order of their lines. */
  fileNames: Map<string, string[]>;
  figures: Record<RunFigure, string>;
  /** Another one where any row of our own files would be another. */
  fingerprint: string;
}

/** Makes our own files out of the spreadsheets of a run, as its plan says, or as their headers suggest. */
export async function mapBook(
  tx: Tx,
  { id: tenantId, name: tenantName }: { id: string; name: string },
  sheets: readonly SheetOfRun[],
  plan: RunPlan,
  remembered: Remembered,
): Promise<MappedBook> {
  const problems = createProblems(plan.leftOut);
  const syndicates = await readSyndicates(tx, tenantId);
  const planned = sheets.map((sheet) => plannedSheet(sheet, plan, remembered));
  const work: MappingWork = {
    ...{ tx, tenantId, tenantName, plan, problems },
    syndicates,
    meant: meaningsIn(plan),
    similar: similarIn(syndicates.open),
    spelling: () => [],
    addresses: await readAddressOwners(tx, tenantId),
    brokers: brokersOfRun(await readBrokers(tx, tenantId)),
    records: new Map(),
    named: new Map(),
    dealsOfRun: new Map(),
    dealsInFiles: new Set(planned.flatMap(({ sheet }) => dealsIn(sheet))),
    syndicatesOfRun: new Map(),
    syndicatesReady: new Set(),
  };
  const rowsOf = new Map<SheetKind, FieldRow[][]>();
  const unreadInvestors: FieldRow[] = [];
  const readFile = async ({ sheet, isRemembered }: Planned): Promise<MappedFile> => {
    const about = {
      id: sheet.id,
      name: sheet.name,
      isRemembered,
      rowCount: sheet.rowCount,
      totalsLines: [...sheet.totalsLines],
    };
    if (!('kind' in sheet)) return { ...about, kind: null, columns: unmapped(sheet) };
    const { rows, unread, columns } = await readFields(sheet, plan, problems);
    // A large file would be in memory twice.
    sheet.rows.length = 0;
    if (sheet.kind === 'syndicates') unreadInvestors.push(...unread);
    rowsOf.set(sheet.kind, [...(rowsOf.get(sheet.kind) ?? []), rows]);
    return { ...about, kind: sheet.kind, columns };
  };
  const files: MappedFile[] = [];
  for (const one of planned) files.push(await readFile(one));
  const read = (kind: SheetKind) => rowsOf.get(kind) ?? [];
  work.spelling = spellingsIn(
    { investors: read('syndicates').flat(), shares: read('participations').flat() },
    (name) => syndicates.byName.has(wordKey(name)),
  );
  mapSyndicates(work, read('syndicates'), unreadInvestors);
  mapBrokers(work, read('brokers'));
  await mapDeals(work, read('deals'));
  await mapShares(work, read('participations'));
  const sums = await mapPayments(work, read('payments'));
  return {
    sources: sourcesOf(work, files),
    ...{ named: [...work.named.values()], problems, files },
    fileNames: new Map(IMPORT_KINDS.map((kind) => [kind, namesOf(files, kind)])),
    figures: figuresOf(work, sums),
    fingerprint: fingerprintOf(work),
  };
}

function fingerprintOf({ records, named }: MappingWork): string {
  const hash = createHash('sha256');
  for (const [kind, rows] of records) for (const row of rows) hash.update(JSON.stringify([kind, row.cells]));
  for (const { kind, externalId, id } of named.values())
    hash.update(JSON.stringify([kind, externalId, String(id)]));
  return hash.digest('base64url');
}

function dealsIn(sheet: SheetOfRun | MappedSheet): string[] {
  if (!('kind' in sheet) || sheet.kind !== 'deals') return [];
  const column = sheet.columns.find((name) => sheet.fieldOf[name] === 'external_id');
  return column === undefined ? [] : sheet.rows.map(({ cells }) => (cells[column] ?? '').trim());
}

interface Planned {
  sheet: SheetOfRun | MappedSheet;
  isRemembered: boolean;
}

function plannedSheet(sheet: SheetOfRun, plan: RunPlan, remembered: Remembered): Planned {
  const { kind, columns, isRemembered } = columnsOf(sheet, plan, remembered);
  if (kind === null) return { sheet, isRemembered };
  const fieldOf = Object.fromEntries(columns.map(({ name, field }) => [name, field]));
  const unitOf = Object.fromEntries(columns.flatMap(({ name, unit }) => (unit ? [[name, unit]] : [])));
  return { sheet: { ...sheet, kind, fieldOf, unitOf }, isRemembered };
}

const unmapped = ({ columns, about }: SheetOfRun): ReadColumn[] =>
  columns.map((name) => ({
    name,
    field: null,
    unit: null,
    samples: about[name]?.samples ?? [],
    readAs: [],
    readCount: 0,
  }));

/** Each with a name like it, kept because a name stands in many rows. */
function similarIn(open: readonly KnownSyndicate[]): MappingWork['similar'] {
  const find = similarNames(open);
  const found = new Map<string, string[]>();
  return (name) => {
    const known = found.get(name) ?? find(name).map(({ id }) => `#${id}`);
    found.set(name, known);
    return known;
  };
}

/** Which kind of file the rows of each kind come from: merchants and new brokers come with the deals, new investors with their shares. */
const COMES_WITH: Readonly<Record<string, readonly SheetKind[]>> = {
  companies: ['deals'],
  brokers: ['brokers', 'deals'],
  syndicates: ['syndicates', 'participations'],
};

function namesOf(files: readonly MappedFile[], kind: string): string[] {
  for (const from of COMES_WITH[kind] ?? [kind]) {
    const names = files.filter((file) => file.kind === from).map(({ name }) => name);
    if (names.length > 0) return names;
  }
  return [];
}

function sourcesOf({ records }: MappingWork, files: readonly MappedFile[]): Source[] {
  return IMPORT_KINDS.flatMap((kind): Source[] => {
    const rows = records.get(kind);
    if (!rows) return [];
    return [
      {
        kind,
        format: 'ndjson',
        name: namesOf(files, kind).join(', ') || kind,
        folder: null,
        open: () => emptyFile(),
        async *records() {
          yield* rows;
        },
      },
    ];
  });
}

async function* emptyFile(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(0);
}

function figuresOf({ records }: MappingWork, sums: PaymentSums): Record<RunFigure, string> {
  const deals = records.get('deals') ?? [];
  const total = (field: string) =>
    toDecimalString(sumMoney(deals.map(({ cells }) => parseMoney(cells[field] || '0'))));
  return {
    deals: String(deals.length),
    shares: String(records.get('participations')?.length ?? 0),
    payments: String(sums.count),
    funded: total('funded_amount'),
    rtr: total('payback_amount'),
    cleared: toDecimalString(sums.cleared),
    returned: toDecimalString(sums.returned),
    collected: toDecimalString(sums.cleared - sums.takenBack),
  };
}
