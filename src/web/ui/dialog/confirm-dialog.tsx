import { Button } from '@mantine/core';
import { Dialog, DialogActions } from './dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  /** What will happen. */
  lead: string;
  confirmLabel: string;
  /** Where ‘Cancel’ could be read as the thing itself. */
  closeLabel?: string;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog({
  title,
  lead,
  confirmLabel,
  closeLabel = 'Cancel',
  isPending,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog role="alertdialog" title={title} lead={lead} onClose={onClose}>
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {closeLabel}
        </Button>
        <Button loading={isPending} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
