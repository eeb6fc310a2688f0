import { Skeleton } from '../../ui/skeleton.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import classes from './reset-form.module.css';
import { PASSWORD_HINT } from './reset-form.tsx';

const FIELDS: readonly { label: string; hint?: string }[] = [
  { label: 'Password', hint: PASSWORD_HINT },
  { label: 'Retype Password' },
];

/** The form's skeleton while the link is being checked. */
export function ResetFormSkeleton() {
  return (
    <div className={classes['form']} aria-busy="true">
      <span className={visuallyHidden} role="status">
        Checking the link…
      </span>
      {FIELDS.map(({ label, hint }) => (
        <div key={label} aria-hidden="true">
          <div className={classes['labelBone']}>
            <Skeleton characters={label.length} />
          </div>
          <div className={classes['placeholder']} />
          {hint !== undefined && (
            <div className={classes['hint']}>
              <Skeleton characters={hint.length} />
            </div>
          )}
        </div>
      ))}
      <div className={classes['placeholder']} aria-hidden="true" />
    </div>
  );
}
