import { useState } from 'react';
import { DAYS_NEEDED, DaysField, DEFAULT_DAYS, daysFrom } from './days-field.tsx';
import { IssuingForm, MailChoice } from './issuing-form.tsx';
import type { Submission } from './submissions.api.ts';
import { useIssuing } from './use-issuing.ts';

interface SendOfferDialogProps {
  submission: Submission;
  onClose: () => void;
}

/** Mails the broker a link to the offer, or a further one. */
export function SendOfferDialog({ submission, onClose }: SendOfferDialogProps) {
  const issuing = useIssuing();
  const [typed, setTyped] = useState(DEFAULT_DAYS);
  const [isMailed, setIsMailed] = useState(true);
  const { offerId, dealName, brokerEmail, links } = submission;
  const hasOpen = links.some(({ state }) => state === 'open');
  return (
    <IssuingForm
      title={`Send the offer for ${dealName}`}
      lead={
        hasOpen
          ? 'The broker gets a further link. The one that is open keeps working until it is revoked.'
          : 'The broker gets a link that shows the offer and takes the acceptance with its files.'
      }
      sendLabel={isMailed ? 'Send' : 'Make the link'}
      issuing={issuing}
      request={() => {
        const days = daysFrom(typed);
        if (days === null) return DAYS_NEEDED;
        return { kind: 'offer', offerId, ownOfferId: undefined, days, isMailed };
      }}
      onClose={onClose}
    >
      <DaysField value={typed} onChange={setTyped} />
      <MailChoice isMailed={isMailed} to={brokerEmail ?? 'the broker'} onChange={setIsMailed} />
    </IssuingForm>
  );
}
