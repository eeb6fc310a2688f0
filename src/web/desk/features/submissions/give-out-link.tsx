import { useState } from 'react';
import { deskLinksContract } from '../../../../shared/contract/desk-links.ts';
import { flash } from '../../../ui/message/flash.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { useApprovals } from '../../ui/approvals.api.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';

/** For a broker whom no mail reaches. Who asks never gets the link: who approves does, and hands it on. */
export function GiveOutLink({ offerId }: { offerId: bigint }) {
  const send = useChange();
  const [isOpen, setIsOpen] = useState(false);
  const isAsked = useApprovals().data?.approvals.some(
    ({ kind, subjectId }) => kind === 'give out offer link' && subjectId === offerId,
  );
  if (isAsked) return null;
  const ask = async (reason: string) => {
    await send(deskLinksContract.askForLink, { body: { offerId, reason } });
    flash('Asked. A second person has to approve it');
    setIsOpen(false);
  };
  return (
    <>
      <TextButton onClick={() => setIsOpen(true)}>Ask for the link by hand</TextButton>
      {isOpen && (
        <ReasonDialog
          title="Ask for the link by hand?"
          lead="For a broker whom no mail reaches. Whoever approves gets the link and hands it to the broker. You do not see it."
          description="Say why no mail works, and how the broker gets the link: a text message, and to which number."
          needed="Say why no mail works, and how the broker gets the link."
          askLabel="Ask for approval"
          onAsk={ask}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
