import type { PercentUnit } from '../../../shared/domain/cell-values.ts';
import type { RunFigure, SheetKind } from '../../../shared/domain/import-runs.ts';
import type { DescribedSheet } from '../../sheets/describe-sheet.ts';

export interface PlannedFile {
  id: string;
  /** Null for a file that is left out. */
  kind: SheetKind | null;
  columns: PlannedColumn[];
}

export interface PlannedColumn {
  name: string;
  field: string;
  /** What a percentage without its sign means. */
  unit?: PercentUnit | undefined;
}

interface FieldOfKind {
  kind: SheetKind;
  field: string;
}

export interface Meaning extends FieldOfKind {
  value: string;
  meaning: string;
  /** It was chosen among several of that name. */
  isNamesake: boolean | undefined;
}

/** What people have decided about a run. It is stored as it is. */
export interface RunPlan {
  files: PlannedFile[];
  meanings: Meaning[];
  constants: (FieldOfKind & { value: string })[];
  /** The keys of problems whose rows are left out. */
  leftOut: string[];
  totals: { figure: RunFigure; amount: string }[];
}

export const EMPTY_PLAN: RunPlan = { files: [], meanings: [], constants: [], leftOut: [], totals: [] };

export interface RowOfSheet {
  line: number;
  cells: Readonly<Record<string, string>>;
}

/** A file of a run as it was read, without the rows that add others up. */
export interface SheetOfRun extends DescribedSheet {
  id: string;
  name: string;
  /** With the cells of the columns alone that are a field; empty once they are read. */
  rows: RowOfSheet[];
}

/** A file with what its columns are. */
export interface MappedSheet extends SheetOfRun {
  kind: SheetKind;
  /** By the name of the column. */
  fieldOf: Readonly<Record<string, string>>;
  /** What somebody has said about percentages, by the name of the column. */
  unitOf: Readonly<Record<string, PercentUnit>>;
}
