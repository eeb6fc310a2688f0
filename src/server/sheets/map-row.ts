import {
  type CellValue,
  dateOfCell,
  moneyOfCell,
  percentOfCell,
  textOfCell,
  wordOfCell,
} from '../../shared/domain/cell-values.ts';
import { toDecimalString } from '../../shared/domain/money.ts';
import type { FieldSource, SheetField, SheetMapping } from '../../shared/domain/sheet-mapping.ts';

export interface CellProblem {
  field: string;
  /** Of the file; empty for a value that the mapping fixes. */
  column: string;
  /** A sentence that begins with what stands there. */
  reason: string;
}

export interface MappedRow {
  /** By field, each as one text for one value: `1234.50`, `2026-11-13`, `2.5`. A field without a value is empty, one without a source absent. */
  values: Record<string, string>;
  problems: CellProblem[];
}

const MAX_TEXT = 500;

/** Reads the rows of a source one after the other. The order matters to references that are made. */
export class RowMapper {
  readonly #seen = new Map<string, number>();
  readonly #fields: readonly (readonly [SheetField, FieldSource])[];

  constructor(mapping: SheetMapping, fields: readonly SheetField[]) {
    // What is made comes last, because it is made from the others.
    this.#fields = fields
      .flatMap((field) => {
        const source = mapping[field.name];
        return source ? [[field, source] as const] : [];
      })
      .toSorted(([, one], [, other]) => Number(one.from === 'made') - Number(other.from === 'made'));
  }

  read(cells: Readonly<Record<string, string>>): MappedRow {
    const values: Record<string, string> = {};
    const problems: CellProblem[] = [];
    for (const [field, source] of this.#fields) {
      if (source.from === 'made') {
        if (problems.length === 0)
          values[field.name] = this.#make(source.of.map((part) => values[part] ?? ''));
        continue;
      }
      const text = source.from === 'fixed' ? source.value : (cells[source.column] ?? '');
      if (text === '' && !field.isRequired) {
        values[field.name] = '';
        continue;
      }
      const read = readCell(text, field, source);
      if ('value' in read) values[field.name] = read.value;
      else
        problems.push({
          field: field.name,
          column: source.from === 'column' ? source.column : '',
          reason: `${field.label} ${read.reason}`,
        });
    }
    return { values, problems };
  }

  /** Two rows that are alike are told apart by their order. */
  #make(parts: readonly string[]): string {
    const same = parts.join('/');
    const nth = (this.#seen.get(same) ?? 0) + 1;
    this.#seen.set(same, nth);
    return `${same}/${nth}`;
  }
}

function readCell(text: string, field: SheetField, source: FieldSource): CellValue<string> {
  if (field.rule === 'money') return asText(moneyOfCell(text), toDecimalString);
  if (field.rule === 'date') return dateOfCell(text);
  if (field.rule === 'percent')
    return asText(percentOfCell(text, (source.from === 'column' && source.unit) || 'percents'), String);
  if (field.rule === 'word' && source.from === 'column') return wordOfCell(text, source.words ?? {});
  return textOfCell(text, field.maxLength ?? MAX_TEXT);
}

const asText = <T>(read: CellValue<T>, write: (value: T) => string): CellValue<string> =>
  'value' in read ? { value: write(read.value) } : read;
