import {
  dateOfCell,
  moneyOfCell,
  type PercentUnit,
  percentOfCell,
  textOfCell,
  wordKey,
} from '../../../shared/domain/cell-values.ts';
import { DEAL_STATUSES } from '../../../shared/domain/deal-status.ts';
import {
  isNeededInFile,
  type ProblemFix,
  SHEET_FIELDS,
  type SheetField,
  type SheetKind,
} from '../../../shared/domain/import-runs.ts';
import { toDecimalString } from '../../../shared/domain/money.ts';
import { inTurns } from '../../platform/in-turns.ts';
import type { MappedSheet, RowOfSheet, RunPlan } from './plan.ts';
import type { Problems } from './problems.ts';

/** A row with its cells as our own files write them. A field without a column is absent, one whose cell is empty is ''. */
export interface FieldRow {
  sheet: MappedSheet;
  line: number;
  values: Readonly<Record<string, string>>;
}

export interface ReadColumn {
  name: string;
  field: string | null;
  /** What a percentage without its sign means; null where none stands in the column, or nobody has said it. */
  unit: PercentUnit | null;
  samples: string[];
  /** What each sample is read as; empty where it cannot be read. */
  readAs: string[];
  readCount: number;
}

export interface ReadSheet {
  rows: FieldRow[];
  /** Those with a cell that cannot be read, with what their other cells say. */
  unread: FieldRow[];
  columns: ReadColumn[];
}

const MAX_TEXT = 500;

type Reading = { value: string } | { reason: string; fix?: ProblemFix };

/** Reads the cells of a file. A row with a cell that cannot be read is a problem, and left out. */
export async function readFields(sheet: MappedSheet, plan: RunPlan, problems: Problems): Promise<ReadSheet> {
  const { kind } = sheet;
  const fields = SHEET_FIELDS[kind];
  const mapped = sheet.columns.flatMap((name) => {
    const field = sheet.fieldOf[name];
    const described = field === undefined ? undefined : fields[field];
    if (field === undefined || !described) return [];
    const unit = described.format === 'percent' ? unitOf(sheet, name) : null;
    const read = readerOf(kind, field, described, plan, unit);
    return [{ name, field, described, unit: unit === 'not said' ? null : unit, read, readCount: 0 }];
  });
  const rows: FieldRow[] = [];
  const unread: FieldRow[] = [];
  const readRow = ({ line, cells }: RowOfSheet) => {
    const values: Record<string, string> = {};
    let isGood = true;
    for (const column of mapped) {
      const { name, field, described, read } = column;
      const text = (cells[name] ?? '').trim();
      const reading: Reading = text === '' ? emptyCell(described) : read(text);
      if ('value' in reading) {
        values[field] = reading.value;
        column.readCount += 1;
        continue;
      }
      isGood = false;
      const { reason, fix = null } = reading;
      problems.add({ kind, fileName: sheet.name, field, reason, line, value: text, fix });
    }
    (isGood ? rows : unread).push({ sheet, line, values });
  };
  for await (const turn of inTurns(sheet.rows)) for (const row of turn) readRow(row);
  return { rows, unread, columns: columnsOf(sheet, mapped) };
}

const columnsOf = (
  sheet: MappedSheet,
  mapped: readonly {
    name: string;
    field: string;
    unit: PercentUnit | null;
    read: (text: string) => Reading;
    readCount: number;
  }[],
): ReadColumn[] =>
  sheet.columns.map((name) => {
    const column = mapped.find((entry) => entry.name === name);
    const samples = sheet.about[name]?.samples ?? [];
    const readings = column ? samples.map(column.read) : [];
    return {
      name,
      field: column?.field ?? null,
      unit: column?.unit ?? null,
      samples,
      readAs: readings.map((reading) => ('value' in reading ? reading.value : '')),
      readCount: column?.readCount ?? 0,
    };
  });

const emptyCell = (field: SheetField): Reading =>
  isNeededInFile(field) ? { reason: 'is empty' } : { value: '' };

/** What the percentages of a column mean that have no sign: as somebody has said, or as it shows itself. */
const unitOf = ({ unitOf: said, about }: MappedSheet, name: string): PercentUnit | 'not said' | null =>
  said[name] ?? about[name]?.plainPercents ?? null;

const HAS_SIGN = /%$/;

function percentReader(unit: PercentUnit | 'not said' | null): (text: string) => Reading {
  return (text) => {
    const read = percentOfCell(text, unit === 'fractions' ? unit : 'percents');
    if (unit === 'not said' && 'value' in read && !HAS_SIGN.test(text) && !read.value.eq('0'))
      return { reason: 'can be percents as well as fractions; say how its column is read', fix: 'column' };
    return mapValue(read, String);
  };
}

function readerOf(
  kind: SheetKind,
  field: string,
  { format }: SheetField,
  plan: RunPlan,
  unit: PercentUnit | 'not said' | null,
): (text: string) => Reading {
  switch (format) {
    case 'money':
      return (text) => mapValue(moneyOfCell(text), toDecimalString);
    case 'date':
      return (text) => mapValue(dateOfCell(text), String);
    case 'percent':
      return percentReader(unit);
    case 'factor':
      return (text) =>
        /^\d{1,2}(\.\d{1,5})?$/.test(text) ? { value: text } : { reason: 'is not a factor such as 1.42' };
    case 'number':
      return (text) =>
        /^\d{1,9}(\.0+)?$/.test(text)
          ? { value: text.replace(/\..*$/, '') }
          : { reason: 'is not a whole number' };
    case 'month':
      return monthOfCell;
    case 'word':
      return wordReader(kind, field, plan);
    default:
      return (text) => mapValue(textOfCell(text, MAX_TEXT), String);
  }
}

/** One value for all rows, typed by a person in any form that a cell may have. Undefined where it cannot be read. */
export function readConstant(
  plan: RunPlan,
  { kind, field, value }: RunPlan['constants'][number],
): string | undefined {
  const described = SHEET_FIELDS[kind][field];
  const text = value.trim();
  if (!described || text === '') return undefined;
  const reading = readerOf(kind, field, described, plan, 'percents')(text);
  return 'value' in reading ? reading.value || undefined : undefined;
}

const mapValue = <T>(read: { value: T } | { reason: string }, write: (value: T) => string): Reading =>
  'value' in read ? { value: write(read.value) } : { reason: withoutValue(read.reason) };

/** The value is told beside the reason, so that rows with different ones are one problem. */
const withoutValue = (reason: string) => reason.replace(/^“.*” /, '');

function monthOfCell(text: string): Reading {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(text) ?? [];
  const [, other = '', otherYear] = /^(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  if (year && month) return { value: `${year}-${month}` };
  if (otherYear) return { value: `${otherYear}-${other.padStart(2, '0')}` };
  const day = dateOfCell(text);
  return 'value' in day ? { value: day.value.slice(0, 7) } : { reason: 'is not a month such as 03/2019' };
}

/** Words of other systems that can mean nothing else. All others a person explains once. */
const KNOWN_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'deals.status': {
    ...Object.fromEntries(DEAL_STATUSES.map((status) => [wordKey(status), status])),
    active: 'Active Advance',
    performing: 'Active Advance',
    defaulted: 'Default',
    'paid off': 'Advance Completed',
    'paid in full': 'Advance Completed',
    pif: 'Advance Completed',
    'w/o': 'Write-off',
  },
  'deals.payment_frequency': { daily: 'DAILY', weekly: 'WEEKLY' },
  'payments.status': {
    cleared: 'cleared',
    settled: 'cleared',
    paid: 'cleared',
    returned: 'returned',
    return: 'returned',
    bounced: 'returned',
  },
};

function wordReader(kind: SheetKind, field: string, { meanings }: RunPlan): (text: string) => Reading {
  const words = new Map(Object.entries(KNOWN_WORDS[`${kind}.${field}`] ?? {}));
  for (const told of meanings)
    if (told.kind === kind && told.field === field) words.set(wordKey(told.value), told.meaning);
  return (text) => {
    const value = words.get(wordKey(text));
    return value === undefined
      ? { reason: 'is a word that nobody has explained yet', fix: 'word' }
      : { value };
  };
}
