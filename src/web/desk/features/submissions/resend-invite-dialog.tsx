import { IssuingForm } from './issuing-form.tsx';
import type { Invite } from './submissions.api.ts';
import { useIssuing } from './use-issuing.ts';

interface ResendInviteDialogProps {
  invite: Invite;
  onClose: () => void;
}

/** Mails an invite again. */
export function ResendInviteDialog({ invite: { id, syndicateName }, onClose }: ResendInviteDialogProps) {
  const issuing = useIssuing();
  return (
    <IssuingForm
      title={`Mail the invite to ${syndicateName} again?`}
      lead="It goes to the syndicate’s e-sign address and its copies, on the same terms."
      sendLabel="Mail it"
      issuing={issuing}
      request={() => ({ kind: 'prefunding', inviteId: id, isMailed: true })}
      onClose={onClose}
    >
      {null}
    </IssuingForm>
  );
}
