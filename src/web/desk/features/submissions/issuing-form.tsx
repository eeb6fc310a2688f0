import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Dialog, DialogActions } from '../../../ui/dialog/dialog.tsx';
import { FormActions } from '../../../ui/dialog/form-actions.tsx';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import fieldClasses from '../../../ui/form/form-fields.module.css';
import { SavingForm } from '../../../ui/form/saving-form.tsx';
import { flash } from '../../../ui/message/flash.ts';
import classes from './submission-page.module.css';
import type { IssuedLink } from './submissions.api.ts';
import type { useIssuing } from './use-issuing.ts';

interface IssuingFormProps {
  title: string;
  lead: string;
  sendLabel: string;
  issuing: ReturnType<typeof useIssuing>;
  /** What to send, or the words for what is missing. */
  request: () => Parameters<ReturnType<typeof useIssuing>['issue']>[0] | string;
  children: ReactNode;
  onClose: () => void;
}

/** A dialog that issues a link. An address that is not mailed is shown in it once, because it is kept nowhere. */
export function IssuingForm(props: IssuingFormProps) {
  const { title, lead, sendLabel, issuing, request, children, onClose } = props;
  const { isPending, failure, setFailure, issue } = issuing;
  const [address, setAddress] = useState<string | null>(null);
  const done = ({ mailedTo, address: shown }: IssuedLink) => {
    if (mailedTo === null && shown !== null) return setAddress(shown);
    flash(mailedTo === null ? 'Done' : `The mail to ${mailedTo} is on its way`);
    onClose();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    const body = request();
    return typeof body === 'string' ? setFailure(body) : issue(body, done);
  };
  if (address !== null) return <AddressOnce address={address} onClose={onClose} />;
  return (
    <Dialog title={title} lead={lead} onClose={onClose}>
      <SavingForm isSaving={isPending} className={fieldClasses['fields']} onSubmit={send}>
        {children}
        <FormAlert message={failure} />
        <FormActions isPending={isPending} onClose={onClose}>
          {sendLabel}
        </FormActions>
      </SavingForm>
    </Dialog>
  );
}

function AddressOnce({ address, onClose }: { address: string; onClose: () => void }) {
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    flash('The address is copied');
  };
  return (
    <Dialog
      title="The address of the link"
      lead="It is shown this once and kept nowhere. Whoever has it can use it."
      onClose={onClose}
    >
      <code className={classes['address']}>{address}</code>
      <DialogActions>
        <Button
          variant="default"
          onClick={() => copy().catch(() => flash('Please copy it by hand', { tone: 'bad' }))}
        >
          Copy
        </Button>
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface MailChoiceProps {
  isMailed: boolean;
  /** To whom, as the end of a sentence. */
  to: string;
  onChange: (isMailed: boolean) => void;
}

export const MailChoice = ({ isMailed, to, onChange }: MailChoiceProps) => (
  <label className={classes['check']}>
    <input type="checkbox" checked={isMailed} onChange={({ target }) => onChange(target.checked)} />
    <span>
      Mail it to {to}
      <span className={classes['hint']}>
        {isMailed ? '' : '. Nothing is mailed: the address will be shown to you once.'}
      </span>
    </span>
  </label>
);
