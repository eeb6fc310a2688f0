import { SHEET_FIELDS, type SheetKind } from '../../../../shared/domain/import-runs.ts';
import { HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import tableClasses from '../../ui/desk-table.module.css';
import classes from './import.module.css';
import { isThrough, type Run } from './imports.api.ts';
import { KIND_NAMES } from './run-words.ts';

const number = (count: number) => count.toLocaleString('en-US');

const MAX_SHOWN = 50;

const OUTCOMES = {
  new: 'New',
  changed: 'Changed',
  unchanged: 'Same',
  refused: 'Refused',
  bad: 'Wrong',
} as const;

const titleOf = (run: Run): string => {
  if (run.state === 'undone') return 'What it had changed';
  return isThrough(run) ? 'What changed' : 'What would change';
};

/** How many rows of each kind are new, changed or the same, and each change before and after. */
export function OutcomeCard({ run }: { run: Run }) {
  const { counts, changes } = run;
  return (
    <HeadedCard title={titleOf(run)}>
      {counts.length === 0 && <NothingInCard title="Nothing yet" />}
      {counts.length > 0 && (
        <div className={tableClasses['scroll']}>
          <table className={tableClasses['table']} aria-label="Rows by kind">
            <thead>
              <tr>
                <th scope="col">Rows</th>
                {Object.values(OUTCOMES).map((name) => (
                  <th key={name} scope="col" className={tableClasses['number']}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {counts.map((row) => (
                <tr key={row.kind}>
                  <td>
                    <b>{KIND_NAMES[row.kind] ?? row.kind}</b>
                  </td>
                  {Object.entries(OUTCOMES).map(([outcome, name]) => (
                    <td key={name} data-name={name} className={tableClasses['number']}>
                      {number(row[outcome as keyof typeof OUTCOMES])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {changes.length > 0 && (
        <div className={tableClasses['scroll']}>
          <table className={tableClasses['table']} aria-label="Changes">
            <thead>
              <tr>
                <th scope="col">Row</th>
                <th scope="col">Field</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
              </tr>
            </thead>
            <tbody>
              {changes.slice(0, MAX_SHOWN).map(({ kind, line, externalId, field, before, after }) => (
                <tr key={`${kind} ${line} ${field}`}>
                  <td>
                    <b>{externalId}</b>
                    <span className={tableClasses['below']}>{KIND_NAMES[kind] ?? kind}</span>
                  </td>
                  <td data-name="Field">
                    {SHEET_FIELDS[kind as SheetKind]?.[field]?.label ?? field.replaceAll('_', ' ')}
                  </td>
                  <td data-name="Before">
                    <del className={classes['before']}>{before || 'nothing'}</del>
                  </td>
                  <td data-name="After">
                    <b>{after || 'nothing'}</b>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {changes.length > MAX_SHOWN && (
        <p className={classes['more']}>and {number(changes.length - MAX_SHOWN)} more fields</p>
      )}
    </HeadedCard>
  );
}
