import { Button, Loader } from '@mantine/core';
import classes from './submit-button.module.css';

interface SubmitButtonProps {
  children: string;
  /** In place of the words while it is under way. */
  pendingText: string;
  isPending: boolean;
  isDisabled?: boolean;
}

/** The one thing a form is for. While it is under way it stays in the keyboard's order and says so. */
export function SubmitButton({ children, pendingText, isPending, isDisabled = false }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      size="md"
      fullWidth
      disabled={isDisabled}
      aria-disabled={isPending || isDisabled}
      leftSection={isPending ? <Loader size={16} color="currentColor" aria-hidden="true" /> : null}
      classNames={{ root: classes['submit'] ?? '' }}
    >
      {isPending ? pendingText : children}
    </Button>
  );
}
