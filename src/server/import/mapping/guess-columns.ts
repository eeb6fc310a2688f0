import {
  headerKey,
  isNeededInFile,
  SHEET_FIELDS,
  SHEET_KINDS,
  type SheetKind,
} from '../../../shared/domain/import-runs.ts';
import type { PlannedColumn } from './plan.ts';

/** The columns of a kind by what they are called; each field once, for the first column that means it. */
export function guessColumns(kind: SheetKind, headers: readonly string[]): PlannedColumn[] {
  const columns: PlannedColumn[] = [];
  for (const name of headers) {
    const field = Object.entries(SHEET_FIELDS[kind]).find(
      ([own, { called }]) =>
        !columns.some((column) => column.field === own) && (name === own || called.test(headerKey(name))),
    )?.[0];
    if (field) columns.push({ name, field });
  }
  return columns;
}

/** The kind of which a header names the largest part of what every row needs; null where it names less than half of any. */
export function guessKind(headers: readonly string[]): SheetKind | null {
  const scored = SHEET_KINDS.map((kind) => {
    const found = new Set(guessColumns(kind, headers).map(({ field }) => field));
    const needed = Object.entries(SHEET_FIELDS[kind]).filter(([, field]) => isNeededInFile(field));
    const named = needed.filter(([field]) => found.has(field)).length;
    return { kind, part: named / needed.length, found: found.size };
  });
  const [best] = scored.toSorted((one, other) => other.part - one.part || other.found - one.found);
  return best && best.part > 0.5 ? best.kind : null;
}
