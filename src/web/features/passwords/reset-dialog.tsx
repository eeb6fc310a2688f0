import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { useEffect, useId, useRef } from 'react';
import { usePortalFace } from '../../app/entry/portal-face.ts';
import { fieldLook } from '../../ui/form/field-look.ts';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import classes from './reset-dialog.module.css';
import { useResetRequest } from './use-reset-request.ts';

const LONGEST_EMAIL = 254;

export interface ResetDialogProps {
  /** To start with. */
  email: string;
  onClose: () => void;
}

/** Asks where to send a link for a new password. */
export function ResetDialog({ email, onClose }: ResetDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const face = usePortalFace();
  const { outcome, error, failure, isPending, submit, startOver } = useResetRequest();
  const isSent = outcome === 'sent';

  // The browser's own dialog: it holds the focus, closes on Escape and gives the focus back.
  useEffect(() => dialog.current?.showModal(), []);

  return (
    <dialog ref={dialog} className={classes['dialog']} aria-labelledby={titleId} onClose={onClose}>
      <form className={classes['form']} onSubmit={submit} noValidate aria-busy={isPending}>
        <h2 id={titleId} className={classes['title']}>
          Forgot password
        </h2>
        <p className={classes['words']}>We’ll mail you a link to choose a new one.</p>
        {isSent ? (
          <FormAlert key="news" tone="good" message={SENT} />
        ) : (
          <FormAlert key="news" message={failure} />
        )}
        <TextInput
          {...fieldLook}
          name="email"
          type="email"
          label="E-mail"
          autoComplete="email"
          maxLength={LONGEST_EMAIL}
          defaultValue={email}
          readOnly={isSent}
          error={outcome === 'unknown' ? UNKNOWN : error}
          onChange={startOver}
        />
        {isSent && face?.disclosesAccounts && <p className={classes['known']}>{REGISTERED}</p>}
        <div className={classes['actions']}>
          <Button variant="default" size="md" onClick={() => dialog.current?.close()}>
            {isSent ? 'Close' : 'Cancel'}
          </Button>
          {outcome === null && (
            <Button type="submit" size="md" aria-disabled={isPending}>
              {isPending ? 'Sending…' : 'Send Me Email'}
            </Button>
          )}
        </div>
      </form>
    </dialog>
  );
}

const SENT = 'Password reset link has been sent to your email, Please check your email to proceed';
const UNKNOWN = 'Your Email does not exist in our system';
const REGISTERED = 'Your Email is registered in our system';
