import { IconArrowRight } from '@tabler/icons-react';
import { DAY_SHEET_FIELDS } from '../../../../shared/domain/day-sheet.ts';
import type { Sheet } from './payments.api.ts';
import classes from './post-day.module.css';

/** Which column was read as what, at a glance. */
export function MappedColumns({ sheet: { mapping } }: { sheet: Sheet }) {
  const mapped = DAY_SHEET_FIELDS.flatMap(({ name, label }) => {
    const source = mapping?.[name];
    return source?.from === 'column' ? [{ column: source.column, label }] : [];
  });
  if (mapped.length === 0) return null;
  return (
    <ul className={classes['mapped']} aria-label="Columns as they are read">
      {mapped.map(({ column, label }) => (
        <li key={label}>
          {column} <IconArrowRight size={12} stroke={1.75} role="img" aria-label="is" /> <b>{label}</b>
        </li>
      ))}
    </ul>
  );
}
