import { SHEET_FIELDS, SHEET_KIND_NAMES, type SheetKind } from '../../../shared/domain/import-runs.ts';
import type { RunPlan } from '../../import/mapping/plan.ts';
import { Refusal } from '../../platform/errors.ts';

const fieldOf = (kind: SheetKind, field: string) =>
  Object.hasOwn(SHEET_FIELDS[kind], field) ? SHEET_FIELDS[kind][field] : undefined;

/** Whether one value for all rows can be given. */
export const isOffered = ({ kind, field }: RunPlan['constants'][number]): boolean =>
  fieldOf(kind, field)?.hasConstant === true;

/** Refuses a plan with fields that the import does not offer: they would be left out without a word. */
export function requireOffered({ files, constants }: Pick<RunPlan, 'files' | 'constants'>): void {
  for (const { kind, columns } of files)
    for (const { name, field } of kind === null ? [] : columns)
      if (kind !== null && fieldOf(kind, field) === undefined)
        throw new Refusal('import_field_unknown', {
          message: `“${name}” cannot be read as ${field}: ${SHEET_KIND_NAMES[kind]} have no such field. Please leave the column out.`,
        });
  for (const constant of constants)
    if (!isOffered(constant))
      throw new Refusal('import_field_unknown', {
        message: `${SHEET_KIND_NAMES[constant.kind]} take no value of ${constant.field} for all rows. Please leave it out.`,
      });
}
