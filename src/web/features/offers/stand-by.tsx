import { Loader } from '@mantine/core';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import classes from './stand-by.module.css';

/** Covers the form while the acceptance is being sent. */
export function StandBy() {
  return (
    <Dialog role="alertdialog" title="Please stand by" lead="Your contract request is being processed.">
      <div className={classes['loader']}>
        <Loader size={28} color="var(--brand)" aria-hidden="true" />
      </div>
    </Dialog>
  );
}
