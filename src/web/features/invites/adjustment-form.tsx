import type { FormEvent } from 'react';
import { currentShare, isDecline } from '../../../shared/domain/pre-funding.ts';
import { formatPercent } from '../../../shared/domain/rate.ts';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import { SavingForm } from '../../ui/form/saving-form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { LazyRichTextEditor } from '../../ui/rich-text/lazy-rich-text-editor.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Attachments } from '../../ui/thread/attachments.tsx';
import classes from './adjustment-form.module.css';
import type { Invite } from './invites.api.ts';
import type { useAdjustment } from './use-adjustment.ts';

interface AdjustmentFormProps {
  /** Undefined while it is loading. */
  invite: Invite | undefined;
  adjustment: ReturnType<typeof useAdjustment>;
}

export function AdjustmentForm({ invite, adjustment }: AdjustmentFormProps) {
  const { attachments, stage, messageHtml, failure, write, send } = adjustment;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (invite && stage === 'writing') void send(invite);
  };
  return (
    <SavingForm className={classes['form']} onSubmit={submit} isSaving={stage === 'sending'}>
      <p className={classes['lead']}>{invite ? leadOf(invite) : <Skeleton characters={44} />}</p>
      <LazyRichTextEditor
        label="Message"
        placeholder="What should be different about your participation?"
        html={messageHtml}
        onChange={write}
      />
      <Attachments attachments={attachments} />
      <FormAlert message={failure} />
      <div className={classes['submit']}>
        <SubmitButton
          pendingText="Sending…"
          isPending={stage === 'sending'}
          isDisabled={!invite || stage === 'sent'}
        >
          {stage === 'sent' ? 'Sent' : 'Submit'}
        </SubmitButton>
      </div>
    </SavingForm>
  );
}

function leadOf(invite: Invite): string {
  const share = currentShare(invite);
  const subject = isDecline(share)
    ? 'the deal that your syndicate declined'
    : `your participation of ${formatPercent(share, 1)}`;
  return `Your message to the accounting team about ${subject}.`;
}
