import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { invitationsContract } from '../../../shared/contract/invitations.ts';
import { messageOf } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { AskedByLink } from '../../page/asked-by-link.tsx';
import { LinkCard } from '../../page/link-card.tsx';
import { LinkFrame } from '../../page/link-frame.tsx';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import { useAction } from '../../ui/use-action.ts';
import classes from './invitation-page.module.css';

type Invitation = Output<typeof invitationsContract.invitationOfLink>;

const route = getRouteApi('/under-link/invitation');

/** The page of the link in the invitation of somebody who has an account already. */
export function InvitationPage() {
  const { linkToken: token } = route.useRouteContext();
  const { failure, isPending, run } = useAction(messageOf);
  const [pressed, setPressed] = useState<boolean | null>(null);
  return (
    <AskedByLink
      subject="invitation"
      token={token}
      title="Invitation"
      icon={<IconMail size={22} stroke={1.75} />}
      find={() => call(invitationsContract.invitationOfLink, { body: { token } })}
      failedTitle="The invitation did not load"
      settled={(found) => (found.state === 'open' ? null : settled(found)[found.state])}
    >
      {(found, thenAsk) => {
        const answer = (isAccepted: boolean) => {
          setPressed(isAccepted);
          return run(() =>
            thenAsk(() => call(invitationsContract.answerInvitation, { body: { token, isAccepted } })),
          );
        };
        return (
          <LinkFrame title={`Invitation from ${found.funderName}`}>
            <LinkCard text={wordsOn(found)}>
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
      }}
    </AskedByLink>
  );
}

const wordsOn = ({ funderName, syndicateName, isGuest, email }: Invitation): string =>
  `${funderName} invites you to its ${
    isGuest
      ? `syndicate portal, where ${syndicateName ?? 'an investor'} lets you read parts of its book as a guest`
      : syndicateName === null
        ? 'desk, where its own people run the portal'
        : `syndicate portal, where you see the deals, payouts and reports of ${syndicateName}`
  }. You would sign in as ${email}, with the password that you have already. Until you accept, ${funderName} learns nothing about your account.`;

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
