import { Button } from '@mantine/core';
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx';
import { flash } from '../../ui/message/flash.ts';
import classes from './address-once.module.css';

/** The address of a link that was given out. It is shown here only. */
export function AddressOnce({ address, onClose }: { address: string; onClose: () => void }) {
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    flash('Link copied');
  };
  return (
    <Dialog
      title="Hand this link to the broker"
      lead="You see it only once. Whoever has it can accept the offer, so send it to the broker alone."
      onClose={onClose}
    >
      <code className={classes['address']}>{address}</code>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
        <Button
          data-autofocus
          onClick={() =>
            copy().catch(() =>
              flash('The link was not copied. Select it and copy it by hand.', { tone: 'bad' }),
            )
          }
        >
          Copy link
        </Button>
      </DialogActions>
    </Dialog>
  );
}
