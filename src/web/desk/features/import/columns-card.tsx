import type { PercentUnit } from '../../../../shared/domain/cell-values.ts';
import {
  FIELD_FORMATS,
  SHEET_FIELDS,
  SHEET_KIND_NAMES,
  SHEET_KINDS,
  type SheetKind,
} from '../../../../shared/domain/import-runs.ts';
import { FILE_REFUSALS, type FileRefusal } from '../../../../shared/domain/offer-files.ts';
import { countOf } from '../../../ui/figure/count.ts';
import { HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import tableClasses from '../../ui/desk-table.module.css';
import classes from './import.module.css';
import type { RunFile } from './imports.api.ts';

const MAX_LINES = 5;

const listed = (lines: readonly number[]): string =>
  `${lines.slice(0, MAX_LINES).join(', ')}${lines.length > MAX_LINES ? ` and ${lines.length - MAX_LINES} more` : ''}`;

interface ColumnsCardProps {
  file: RunFile;
  /** False while nothing of it can be changed. */
  isOpen: boolean;
  onKind: (kind: SheetKind | null) => void;
  onColumn: (name: string, field: string | null, unit?: PercentUnit) => void;
}

/** The columns of a file: what stands in them, and which of our fields they are. */
export function ColumnsCard({ file, isOpen, onKind, onColumn }: ColumnsCardProps) {
  const { name, kind, columns, rowCount, totalsLines, isRemembered, refusal } = file;
  const mapped = columns.filter(({ field }) => field !== null).length;
  const about = [
    countOf(rowCount, 'row'),
    ...(totalsLines.length > 0 ? [`left out as a total: row ${listed(totalsLines)}`] : []),
    `${mapped} of ${columns.length} columns mapped`,
    ...(isRemembered ? ['as in the last import with this header'] : []),
  ].join(' · ');
  return (
    <HeadedCard
      title={name}
      about={columns.length > 0 ? about : null}
      aside={
        <label className={classes['pick']}>
          Its rows are
          <select
            value={kind ?? ''}
            disabled={!isOpen || refusal !== null}
            onChange={({ target }) => onKind((target.value || null) as SheetKind | null)}
          >
            <option value="">{columns.length === 0 && refusal === null ? 'not read yet' : 'left out'}</option>
            {SHEET_KINDS.map((each) => (
              <option key={each} value={each}>
                {SHEET_KIND_NAMES[each]}
              </option>
            ))}
          </select>
        </label>
      }
    >
      {refusal !== null && <NothingInCard title={FILE_REFUSALS[refusal as FileRefusal]} />}
      {kind !== null && (
        <div className={tableClasses['scroll']}>
          <table className={tableClasses['table']} aria-label={`Columns of ${name}`}>
            <thead>
              <tr>
                <th scope="col">In the file</th>
                <th scope="col">Values found</th>
                <th scope="col">Our field</th>
                <th scope="col">How it is read</th>
                <th scope="col" className={tableClasses['number']}>
                  Read
                </th>
              </tr>
            </thead>
            <tbody>
              {columns.map((column) => (
                <ColumnRow
                  key={column.name}
                  {...{ kind, column, columns, rowCount, isOpen }}
                  onPick={(field, unit) => onColumn(column.name, field, unit)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </HeadedCard>
  );
}

interface ColumnRowProps {
  kind: SheetKind;
  column: RunFile['columns'][number];
  columns: RunFile['columns'];
  rowCount: number;
  isOpen: boolean;
  onPick: (field: string | null, unit?: PercentUnit) => void;
}

function ColumnRow({ kind, column, columns, rowCount, isOpen, onPick }: ColumnRowProps) {
  const { name, field, samples, readAs, readCount } = column;
  const described = field === null ? undefined : SHEET_FIELDS[kind][field];
  const taken = new Set(columns.map((other) => other.field));
  return (
    <tr>
      <td>
        <b>{name}</b>
      </td>
      <td data-name="Values found">
        <span className={classes['samples']}>
          {samples.map((sample, index) => (
            <span key={sample} className={classes['sample']}>
              {sample}
              {described?.format === 'percent' && readAs[index] && ` = ${readAs[index]}%`}
            </span>
          ))}
        </span>
      </td>
      <td data-name="Our field">
        <select
          className={classes['field']}
          aria-label={`Field of ${name}`}
          value={field ?? ''}
          disabled={!isOpen}
          onChange={({ target }) => onPick(target.value || null)}
        >
          <option value="">Not imported</option>
          {Object.entries(SHEET_FIELDS[kind]).map(([each, { label }]) => (
            <option key={each} value={each} disabled={each !== field && taken.has(each)}>
              {label}
            </option>
          ))}
        </select>
      </td>
      <td data-name="How it is read" data-empty={described === undefined || undefined}>
        {described?.format === 'percent' ? (
          <UnitPick {...{ column, isOpen }} onUnit={(unit) => onPick(field, unit)} />
        ) : described ? (
          FIELD_FORMATS[described.format]
        ) : (
          '–'
        )}
      </td>
      <td
        data-name="Read"
        data-empty={described === undefined || undefined}
        className={tableClasses['number']}
      >
        {described ? (
          <span className={readCount < rowCount ? classes['watch'] : classes['good']}>
            {readCount.toLocaleString('en-US')} of {rowCount.toLocaleString('en-US')}
          </span>
        ) : (
          '–'
        )}
      </td>
    </tr>
  );
}

interface UnitPickProps {
  column: RunFile['columns'][number];
  isOpen: boolean;
  onUnit: (unit: PercentUnit | undefined) => void;
}

/** 0.25 can be a quarter of a percent or of the whole. A percentage with its sign is neither in doubt nor asked for. */
const UnitPick = ({ column: { name, unit }, isOpen, onUnit }: UnitPickProps) => (
  <select
    className={classes['field']}
    aria-label={`Percentages of ${name}`}
    value={unit ?? ''}
    disabled={!isOpen}
    onChange={({ target }) => onUnit((target.value || undefined) as PercentUnit | undefined)}
  >
    <option value="">with % sign</option>
    <option value="percents">0.25 is 0.25%</option>
    <option value="fractions">0.25 is 25%</option>
  </select>
);
