import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx';
import { flash } from '../../ui/message/flash.ts';
import classes from './second-factor.module.css';

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onDone: () => void;
}

/** The codes are shown only once, so the dialog does not close by accident. */
export function RecoveryCodesDialog({ codes, onDone }: RecoveryCodesDialogProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      flash('Copied');
    } catch {
      flash('The browser did not allow copying. Please write the codes down.', { tone: 'bad', seconds: 4 });
    }
  };
  return (
    <Dialog
      title="Your recovery codes"
      lead="Each signs you in once when your other factor is out of reach. Keep them safe: they are not shown again."
    >
      <ol className={classes['codes']}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <DialogActions>
        <Button variant="default" onClick={copy} leftSection={<IconCopy size={16} aria-hidden="true" />}>
          Copy
        </Button>
        <Button onClick={onDone}>I have kept them</Button>
      </DialogActions>
    </Dialog>
  );
}
