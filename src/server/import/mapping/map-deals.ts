import { SHEET_FIELDS } from '../../../shared/domain/import-runs.ts';
import { readCompanies, readDeals } from './known-book.ts';
import { brokerOf } from './map-brokers.ts';
import {
  addProblem,
  addRecord,
  constantOf,
  externalIdOf,
  lineIn,
  type MappingWork,
  pick,
} from './mapping-work.ts';
import type { FieldRow } from './read-fields.ts';

const FUNDING = [
  'funded_date',
  'funded_amount',
  'payback_amount',
  'payment',
  'payment_frequency',
  'term_days',
  'factor_rate',
];

type Company = Awaited<ReturnType<typeof readCompanies>>[number];

/** What a deal of the file is in the book, and its company. */
interface Known {
  deals: Awaited<ReturnType<typeof readDeals>>;
  companyOf: (id: bigint) => Company | undefined;
  companyNamed: (name: string) => Company | undefined;
  /** The external ids of companies that a row has told something of. Of several deals of one merchant the first row counts, as of a new one. */
  told: Set<string>;
}

/**
 * The deals of a file, and the merchants that come with them: one for each spelling, because nobody but the funder knows which are the same.
 * Of a deal that the book has, what the file leaves out stays.
 */
export async function mapDeals(work: MappingWork, files: readonly FieldRow[][]): Promise<void> {
  const rows = files.flat();
  const known = await readKnown(work, rows);
  const companies = new Map<string, string>();
  for (const [fileIndex, ofFile] of files.entries())
    for (const row of ofFile) mapDeal(work, row, lineIn(fileIndex, row.line), known, companies);
}

async function readKnown({ tx, tenantId }: MappingWork, rows: readonly FieldRow[]): Promise<Known> {
  const deals = await readDeals(
    tx,
    tenantId,
    rows.map(({ values }) => values['external_id'] ?? ''),
  );
  const companies = await readCompanies(tx, tenantId, {
    ids: [...deals.values()].map(({ companyId }) => companyId),
    names: rows.map(({ values }) => values['name'] ?? ''),
  });
  const byId = new Map(companies.map((company) => [company.id, company]));
  const byName = new Map(companies.toReversed().map((company) => [company.name, company]));
  return {
    deals,
    companyOf: (id) => byId.get(id),
    companyNamed: (name) => byName.get(name),
    told: new Set(),
  };
}

function mapDeal(
  work: MappingWork,
  row: FieldRow,
  line: number,
  known: Known,
  companies: Map<string, string>,
): void {
  const { values } = row;
  const told = values['external_id'] ?? '';
  const before = known.deals.get(told);
  const filled = { ...constantsFor(work, row), ...values };
  if (!before && !requireWhole(work, row, filled)) return;
  const externalId = before ? externalIdOf(work, 'deals', before) : told;
  const company = before
    ? companyOfKnown(work, { row, line, company: known.companyOf(before.companyId), told: known.told })
    : companyOfNew(work, { line, filled, company: known.companyNamed(filled['name'] ?? '') }, companies);
  const broker = brokerOf(work, row, line);
  addRecord(work, 'deals', {
    line,
    cells: {
      external_id: externalId,
      company,
      mid: values['mid'] || before?.mid || told,
      name: values['name'] || before?.name || '',
      platform:
        values['platform'] || before?.platform || constantOf(work, 'deals', 'platform') || work.tenantName,
      status: values['status'] || before?.status || '',
      ...(broker !== '' && { broker }),
      ...pick(before ? values : filled, FUNDING),
    },
  });
  const commissionPercent = values['commission_percent'] || constantOf(work, 'deals', 'commission_percent');
  work.dealsOfRun.set(told, { externalId, commissionPercent });
}

/** One value for all rows, where there is no column or an empty cell. */
function constantsFor(work: MappingWork, { values }: FieldRow): Record<string, string> {
  const filled: Record<string, string> = {};
  for (const [field, { hasConstant }] of Object.entries(SHEET_FIELDS.deals)) {
    const constant = hasConstant && !values[field] ? constantOf(work, 'deals', field) : undefined;
    if (constant !== undefined) filled[field] = constant;
  }
  return filled;
}

function requireWhole(work: MappingWork, row: FieldRow, filled: Readonly<Record<string, string>>): boolean {
  const missing = Object.entries(SHEET_FIELDS.deals).filter(
    ([field, { isNeeded }]) => isNeeded && !filled[field],
  );
  for (const [field, { hasConstant }] of missing)
    addProblem(work, row, {
      field,
      reason: 'is in no column, and a new deal needs it',
      fix: hasConstant ? 'constant' : 'column',
    });
  return missing.length === 0;
}

const COMPANY_FIELDS = ['dba', 'industry', 'started'];

interface KnownCompany extends Pick<Known, 'told'> {
  row: FieldRow;
  line: number;
  company: Company | undefined;
}

function companyOfKnown(work: MappingWork, { row, line, company, told: before }: KnownCompany): string {
  if (!company) return '';
  const externalId = externalIdOf(work, 'companies', company);
  const told = pick(row.values, COMPANY_FIELDS);
  if (Object.values(told).some(Boolean) && !before.has(externalId)) {
    before.add(externalId);
    addRecord(work, 'companies', {
      line,
      cells: {
        external_id: externalId,
        name: company.name,
        industry: company.industry,
        started: company.startedMonth.slice(0, 7),
        ...Object.fromEntries(Object.entries(told).filter(([, value]) => value !== '')),
      },
    });
  }
  return externalId;
}

interface NewCompany {
  line: number;
  filled: Readonly<Record<string, string>>;
  company: Company | undefined;
}

function companyOfNew(
  work: MappingWork,
  { line, filled, company }: NewCompany,
  companies: Map<string, string>,
): string {
  if (company) return externalIdOf(work, 'companies', company);
  const name = filled['name'] ?? '';
  const added = companies.get(name);
  if (added) return added;
  const externalId = `merchant ${name}`.slice(0, 100);
  companies.set(name, externalId);
  addRecord(work, 'companies', {
    line,
    cells: { external_id: externalId, name, ...pick(filled, COMPANY_FIELDS) },
  });
  return externalId;
}
