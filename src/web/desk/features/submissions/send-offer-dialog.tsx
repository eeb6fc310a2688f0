import { useState } from 'react';
import { DAYS_NEEDED, DaysField, DEFAULT_DAYS, daysFrom } from './days-field.tsx';
import { IssuingForm } from './issuing-form.tsx';
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
  const { offerId, dealName, brokerEmail, links } = submission;
  const hasOpen = links.some(({ state }) => state === 'open');
  return (
    <IssuingForm
      title={`Send the offer for ${dealName}`}
      lead={`The link goes to ${brokerEmail ?? 'the broker'}. ${
        hasOpen
          ? 'The link that is open keeps working until it is revoked.'
          : 'With it, the broker sees the offer, accepts it and sends files.'
      }`}
      sendLabel="Send"
      issuing={issuing}
      request={() => {
        const days = daysFrom(typed);
        if (days === null) return DAYS_NEEDED;
        return { kind: 'offer', offerId, ownOfferId: undefined, days, isMailed: true };
      }}
      onClose={onClose}
    >
      <DaysField value={typed} onChange={setTyped} />
    </IssuingForm>
  );
}
