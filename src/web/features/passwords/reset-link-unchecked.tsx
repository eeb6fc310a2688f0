import { Button } from '@mantine/core';
import { adviceFor } from '../../lib/api-error.ts';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import classes from './reset-form.module.css';

interface ResetLinkUncheckedProps {
  error: Error;
  onRetry: () => void;
}

export function ResetLinkUnchecked({ error, onRetry }: ResetLinkUncheckedProps) {
  return (
    <div className={classes['form']}>
      <FormAlert message={adviceFor(error)} />
      <Button size="md" fullWidth classNames={{ root: classes['button'] ?? '' }} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
