import { getRouteApi, useRouterState } from '@tanstack/react-router';
import { Suspense } from 'react';
import { EntryPage } from '../../page/entry/entry-page.tsx';
import { usePortalInfo } from '../../page/entry/portal-info.ts';
import { SecondStep } from './lazy-second-step.ts';
import { SingleSignOn } from './lazy-single-sign-on.ts';
import { SignInForm } from './sign-in-form.tsx';
import { TenantChooser } from './tenant-chooser.tsx';
import { TicketQuestion } from './ticket-question.tsx';
import { TicketStep } from './ticket-step.tsx';
import type { ResetDialogComponent } from './use-forgot-password.ts';
import { useSignIn } from './use-sign-in.ts';

const route = getRouteApi('/login');

interface SignInPageProps {
  ResetDialog: ResetDialogComponent;
}

export function SignInPage({ ResetDialog }: SignInPageProps) {
  const { ticketConflict } = route.useRouteContext();
  if (!ticketConflict) return <SignInSteps ResetDialog={ResetDialog} />;
  return (
    <EntryPage documentTitle="Already signed in" title="You are already signed in">
      <TicketQuestion conflict={ticketConflict} />
    </EntryPage>
  );
}

function SignInSteps({ ResetDialog }: SignInPageProps) {
  const { tenants } = route.useRouteContext();
  const { user_email: userEmail = '', sso } = route.useSearch();
  const { state, hash } = useRouterState({ select: ({ location }) => location });
  const domains = usePortalInfo()?.singleSignOn ?? [];
  // In a query a plus sign is decoded as a space, and no e-mail address contains a space.
  const signIn = useSignIn(userEmail.trim().replaceAll(' ', '+'));
  if (tenants) {
    return (
      <EntryPage documentTitle="Choose a funder" title="Choose a funder">
        <TenantChooser tenants={tenants} />
      </EntryPage>
    );
  }
  if (signIn.secondStep) {
    return (
      <EntryPage documentTitle="Confirm it’s you" title="Confirm it’s you">
        <SecondStep signIn={signIn} step={signIn.secondStep} />
      </EntryPage>
    );
  }
  if (signIn.isAskedAboutTicket) {
    return (
      <EntryPage documentTitle="Sign in" title="Sign in with your link">
        <TicketStep signIn={signIn} />
      </EntryPage>
    );
  }
  return (
    <EntryPage documentTitle="Sign in" title="Syndicate Login">
      <SignInForm signIn={signIn} notice={state.notice ?? null} ResetDialog={ResetDialog}>
        {(domains.length > 0 || sso || hash) && (
          <Suspense>
            <SingleSignOn signIn={signIn} domains={domains} failure={sso} hash={hash} />
          </Suspense>
        )}
      </SignInForm>
    </EntryPage>
  );
}
