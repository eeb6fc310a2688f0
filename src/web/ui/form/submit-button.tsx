import { Button, Loader } from '@mantine/core';
import classes from './submit-button.module.css';

interface SubmitButtonProps {
  children: string;
  /** Replaces the text while the request is pending. */
  pendingText: string;
  isPending: boolean;
  isDisabled?: boolean;
}

/** The submit button of a form. It stays focusable while the request is pending, and says so. */
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
