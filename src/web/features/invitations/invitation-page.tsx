import { Button } from '@mantine/core';
import { IconLinkOff, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { invitationsContract } from '../../../shared/contract/invitations.ts';
import { isApiError, messageOf } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { LinkCard } from '../../page/link-card.tsx';
import { LinkFrame } from '../../page/link-frame.tsx';
import { LinkMessage } from '../../page/link-message.tsx';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAction } from '../../ui/use-action.ts';
import classes from './invitation-page.module.css';

type Invitation = Output<typeof invitationsContract.invitationOfLink>;

const TITLE = 'Invitation';
const route = getRouteApi('/under-link/invitation/$token');

/**
 * The page of the link in the invitation of somebody who has an account already. Opening it changes nothing, because mail programs
 * open links too.
 */
export function InvitationPage() {
  const { token } = route.useParams();
  const found = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call(invitationsContract.invitationOfLink, { body: { token } }),
  });
  const { failure, isPending, run } = useAction(messageOf);
  const [pressed, setPressed] = useState<boolean | null>(null);
  const answer = (isAccepted: boolean) => {
    setPressed(isAccepted);
    return run(async () => {
      try {
        await call(invitationsContract.answerInvitation, { body: { token, isAccepted } });
      } finally {
        await found.refetch();
      }
    });
  };

  if (isApiError(found.error, 'link_unknown')) {
    return (
      <LinkMessage
        title="This link does not open"
        tone="closed"
        icon={<IconLinkOff size={22} stroke={1.75} />}
      >
        <p>{found.error.message}</p>
        <SignIn />
      </LinkMessage>
    );
  }
  if (found.isError && !found.data) {
    return (
      <LinkFrame title={TITLE}>
        <ErrorState
          title="The invitation did not load"
          error={found.error}
          onRetry={() => found.refetch()}
          isRetrying={found.isFetching}
        />
      </LinkFrame>
    );
  }
  if (!found.data) {
    return (
      <LinkFrame title={TITLE}>
        <LinkCard text={<Skeleton characters={40} />} isBusy />
      </LinkFrame>
    );
  }
  if (found.data.state !== 'open') {
    const { title, tone, text } = settled(found.data)[found.data.state];
    return (
      <LinkMessage title={title} tone={tone} icon={<IconMail size={22} stroke={1.75} />}>
        <p>{text}</p>
        <SignIn />
      </LinkMessage>
    );
  }
  return (
    <LinkFrame title={`Invitation from ${found.data.funderName}`}>
      <LinkCard text={wordsOn(found.data)}>
        <FormAlert message={failure} />
        <div className={classes['answers']}>
          <Button
            size="md"
            loading={isPending && pressed === true}
            disabled={isPending}
            onClick={() => answer(true)}
          >
            Accept
          </Button>
          <Button
            size="md"
            variant="default"
            loading={isPending && pressed === false}
            disabled={isPending}
            onClick={() => answer(false)}
          >
            Decline
          </Button>
        </div>
      </LinkCard>
    </LinkFrame>
  );
}

const wordsOn = ({ funderName, syndicateName, email }: Invitation): string =>
  `${funderName} invites you to its syndicate portal, where you see the deals, payouts and reports of ${syndicateName}. You would sign in as ${email}, with the password that you have already. Until you accept, ${funderName} learns nothing about your account.`;

const settled = ({ funderName, email }: Invitation) =>
  ({
    accepted: {
      title: 'You have accepted the invitation',
      tone: 'good',
      text: `The portal of ${funderName} is open to you. Sign in as ${email} with the password that you have already.`,
    },
    declined: {
      title: 'You have declined the invitation',
      tone: 'closed',
      text: `${funderName} is told, and learns nothing else about your account. If you change your mind, ask for another invitation.`,
    },
    expired: {
      title: 'This invitation has expired',
      tone: 'closed',
      text: `Please ask ${funderName} to send it again.`,
    },
    withdrawn: {
      title: 'This invitation is no longer open',
      tone: 'closed',
      text: `${funderName} has taken it back or has sent you a newer one.`,
    },
  }) as const;

const SignIn = () => (
  <Button component={Link} to="/login">
    Go to sign-in
  </Button>
);
