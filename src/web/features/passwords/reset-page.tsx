import { getRouteApi } from '@tanstack/react-router';
import { EntryPage } from '../../page/entry/entry-page.tsx';
import { InvitationIntro } from './invitation-intro.tsx';
import { ResetForm } from './reset-form.tsx';
import { ResetFormSkeleton } from './reset-form-skeleton.tsx';
import { LinkExpired } from './reset-link-expired.tsx';
import { ResetLinkUnchecked } from './reset-link-unchecked.tsx';
import { useResetLink } from './use-reset-link.ts';

const route = getRouteApi('/reset_password_view');

/** The page of the link in a reset mail or an invitation, with or without a session. */
export function ResetPage() {
  const { linkToken: id } = route.useRouteContext();
  const { state, check, expire } = useResetLink(id);
  if (state === 'expired') {
    return (
      <EntryPage documentTitle="Link Expired" title="Link Expired">
        <LinkExpired />
      </EntryPage>
    );
  }
  if (state === 'checking') {
    return (
      <EntryPage documentTitle="Choose a password" title="Choose a password">
        <ResetFormSkeleton />
      </EntryPage>
    );
  }
  if (state instanceof Error) {
    return (
      <EntryPage documentTitle="Reset password" title="Choose a new password">
        <ResetLinkUnchecked error={state} onRetry={check} />
      </EntryPage>
    );
  }
  const { invitation } = state;
  if (invitation) {
    return (
      <EntryPage documentTitle="Welcome" title={`Welcome to ${invitation.by}`}>
        <InvitationIntro email={invitation.email} />
        <ResetForm
          token={id}
          submitWords={{ idle: 'Set password', pending: 'Setting…' }}
          onExpired={expire}
        />
      </EntryPage>
    );
  }
  return (
    <EntryPage documentTitle="Reset password" title="Choose a new password">
      <ResetForm token={id} submitWords={{ idle: 'Reset', pending: 'Resetting…' }} onExpired={expire} />
    </EntryPage>
  );
}
