import type { FormEvent, ReactNode } from 'react';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormActions } from '../../../ui/dialog/form-actions.tsx';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import fieldClasses from '../../../ui/form/form-fields.module.css';
import { SavingForm } from '../../../ui/form/saving-form.tsx';
import { flash } from '../../../ui/message/flash.ts';
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

/** A dialog that issues a link, which is mailed. Nobody at the desk sees its address. */
export function IssuingForm(props: IssuingFormProps) {
  const { title, lead, sendLabel, issuing, request, children, onClose } = props;
  const { isPending, failure, setFailure, issue } = issuing;
  const done = ({ mailedTo }: IssuedLink) => {
    flash(`The mail to ${mailedTo} is on its way`);
    onClose();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    const body = request();
    return typeof body === 'string' ? setFailure(body) : issue(body, done);
  };
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
