import { SHEET_FIELDS, type SheetKind } from '../../../shared/domain/import-runs.ts';
import { guessColumns, guessKind } from './guess-columns.ts';
import type { PlannedColumn, PlannedFile, RunPlan } from './plan.ts';

/** What is remembered of the columns of files with the same header. */
export type Remembered = (headers: readonly string[]) => Omit<PlannedFile, 'id'> | null;

interface ColumnsOfFile {
  /** Null for a file that is left out. */
  kind: SheetKind | null;
  /** Those that are a field; no other cells of the file are read. */
  columns: PlannedColumn[];
  isRemembered: boolean;
}

/** What the columns of a file are: as its plan says, as those of an earlier one were, or as its header suggests. */
export function columnsOf(
  { id, columns: headers }: { id: string; columns: readonly string[] },
  plan: RunPlan,
  remembered: Remembered,
): ColumnsOfFile {
  const own = plan.files.find((file) => file.id === id);
  const kept = own ? null : remembered(headers);
  const { kind, columns: given } = own ?? kept ?? guessed(headers);
  const isRemembered = kept !== null;
  if (kind === null) return { kind, columns: [], isRemembered };
  // Of a file whose kind was just chosen nobody has said anything about the columns.
  const columns = (given.length > 0 ? given : guessColumns(kind, headers)).filter(
    ({ name, field }) => headers.includes(name) && SHEET_FIELDS[kind][field] !== undefined,
  );
  return { kind, columns, isRemembered };
}

function guessed(headers: readonly string[]): Omit<PlannedFile, 'id'> {
  const kind = guessKind(headers);
  return { kind, columns: kind ? guessColumns(kind, headers) : [] };
}
