import { getRouteApi } from '@tanstack/react-router';
import { EntryPage } from '../../app/entry-page.tsx';
import { ResetForm } from './reset-form.tsx';
import { ResetFormSkeleton } from './reset-form-skeleton.tsx';
import { LinkExpired } from './reset-link-expired.tsx';
import { ResetLinkUnchecked } from './reset-link-unchecked.tsx';
import { useResetLink } from './use-reset-link.ts';

const route = getRouteApi('/reset_password_view');

/** Where the link of a reset mail leads, signed in or not. */
export function ResetPage() {
  const { id = '' } = route.useSearch();
  const { state, check, expire } = useResetLink(id);
  if (state === 'expired') {
    return (
      <EntryPage documentTitle="Link Expired" title="Link Expired">
        <LinkExpired />
      </EntryPage>
    );
  }
  return (
    <EntryPage documentTitle="Reset password" title="Choose a new password">
      {state === 'checking' && <ResetFormSkeleton />}
      {state === 'open' && <ResetForm token={id} onExpired={expire} />}
      {state instanceof Error && <ResetLinkUnchecked error={state} onRetry={check} />}
    </EntryPage>
  );
}
