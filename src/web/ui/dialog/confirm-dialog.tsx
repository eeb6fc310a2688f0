import { Button } from '@mantine/core';
import { Dialog, DialogActions } from './dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  /** Says what will happen. */
  lead: string;
  confirmLabel: string;
  /** For dialogs in which ‘Cancel’ could be taken for the action itself. */
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
