import { Button } from '@mantine/core';
import { IconBuildingBank, IconLinkOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { profileContract } from '../../../shared/contract/profile.ts';
import { isApiError, messageOf } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { formatMoment } from '../../lib/moment.ts';
import { LinkCard } from '../../page/link-card.tsx';
import { LinkFrame } from '../../page/link-frame.tsx';
import { LinkMessage } from '../../page/link-message.tsx';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAction } from '../../ui/use-action.ts';

const TITLE = 'Change of bank account';
const route = getRouteApi('/under-link/bank_change/$token');

const ADVICE =
  'If you did not ask for the change, somebody else may know your password: change it now, and tell your funder.';

const SETTLED = {
  cancelled: {
    title: 'The change is cancelled',
    tone: 'good',
    text: `Payouts keep going where they went before. ${ADVICE}`,
  },
  replaced: {
    title: 'This change was replaced by a newer one',
    tone: 'closed',
    text: 'The newer one has a mail of its own, with a link that cancels it.',
  },
  applied: {
    title: 'This change is in effect already',
    tone: 'closed',
    text: 'If you did not ask for it, please tell your funder at once.',
  },
} as const;

/**
 * The page of the link in the mail about a change of bank account. Opening it changes nothing, because mail programs open links
 * too.
 */
export function BankChangePage() {
  const { token } = route.useParams();
  const found = useQuery({
    queryKey: ['bank-change', token],
    queryFn: () => call(profileContract.bankChangeOfLink, { body: { token } }),
  });
  const { failure, isPending, run } = useAction(messageOf);
  const cancel = async () => {
    try {
      await call(profileContract.cancelBankChangeByLink, { body: { token } });
    } finally {
      await found.refetch();
    }
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
          title="The change did not load"
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
  if (found.data.state !== 'pending') {
    const { title, tone, text } = SETTLED[found.data.state];
    return (
      <LinkMessage title={title} tone={tone} icon={<IconBuildingBank size={22} stroke={1.75} />}>
        <p>{text}</p>
        <SignIn />
      </LinkMessage>
    );
  }
  return (
    <LinkFrame title="Cancel the change of bank account?">
      <LinkCard text={wordsOn(found.data)}>
        <FormAlert message={failure} />
        <Button size="md" loading={isPending} onClick={() => run(cancel)}>
          Cancel the change
        </Button>
      </LinkCard>
    </LinkFrame>
  );
}

function wordsOn({ syndicateName, change }: Output<typeof profileContract.bankChangeOfLink>): string {
  return `From ${formatMoment(change.takesEffectAt)} on, payouts of ${syndicateName} would go to ${change.bankName}, account ${change.accountNumber}, routing number ${change.routingNumber}. If you cancel, they keep going where they went before.`;
}

const SignIn = () => (
  <Button component={Link} to="/login">
    Go to sign-in
  </Button>
);
