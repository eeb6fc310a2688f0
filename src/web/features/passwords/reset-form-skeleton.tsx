import { Skeleton } from '../../ui/skeleton.tsx';
import { unseen } from '../../ui/unseen.ts';
import classes from './reset-form.module.css';

/** The form's shape while the server is asked about the link. */
export function ResetFormSkeleton() {
  return (
    <div className={classes['form']} aria-busy="true">
      <span className={unseen} role="status">
        Checking the link…
      </span>
      {['Password', 'Retype Password'].map((label) => (
        <div key={label} aria-hidden="true">
          <div className={classes['labelBone']}>
            <Skeleton characters={label.length} />
          </div>
          <div className={classes['bone']} />
        </div>
      ))}
      <div className={classes['bone']} aria-hidden="true" />
    </div>
  );
}
