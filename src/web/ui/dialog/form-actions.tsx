import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogActions } from './dialog.tsx';

interface FormActionsProps {
  /** What the button says that sends the form. */
  children: ReactNode;
  closeLabel?: ReactNode;
  isPending: boolean;
  isDisabled?: boolean;
  onClose: () => void;
}

/** The two buttons under a form in a dialog: leave it, or send it. */
export const FormActions = ({
  children,
  closeLabel = 'Cancel',
  isPending,
  isDisabled = false,
  onClose,
}: FormActionsProps) => (
  <DialogActions>
    <Button variant="default" onClick={onClose}>
      {closeLabel}
    </Button>
    <Button type="submit" loading={isPending} disabled={isDisabled}>
      {children}
    </Button>
  </DialogActions>
);
