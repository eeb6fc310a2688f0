import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
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
  /** What whoever confirms compares. */
  children?: ReactNode;
}

export function ConfirmDialog({
  title,
  lead,
  confirmLabel,
  closeLabel = 'Cancel',
  isPending,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog role="alertdialog" title={title} lead={lead} onClose={onClose}>
      {children}
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
