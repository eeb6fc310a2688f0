import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { pageRefusals } from '../../../shared/contract/page-refusals.ts';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import { ResetDialog } from './reset-dialog.tsx';
import classes from './reset-form.module.css';

/** Shown for a link that has expired, was used or never existed, without saying which. */
export function LinkExpired() {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className={classes['form']}>
      <FormAlert message={pageRefusals.link_expired.message} />
      <Button
        size="md"
        fullWidth
        classNames={{ root: classes['button'] ?? '' }}
        onClick={() => setIsAsking(true)}
      >
        Request a new link
      </Button>
      <p>
        <Link to="/login" className={classes['link']}>
          Back to sign-in
        </Link>
      </p>
      {isAsking && <ResetDialog email="" onClose={() => setIsAsking(false)} />}
    </div>
  );
}
