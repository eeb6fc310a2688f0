import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { profileContract } from '../../../shared/contract/profile.ts';
import { MessagePage } from '../../app/page/message-page.tsx';
import { usePageTitle } from '../../app/page/use-page-title.ts';
import { adviceOn, isApiError, messageOf } from '../../lib/api-error.ts';
import { call } from '../../lib/call.ts';
import { formatMoment } from '../../lib/moment.ts';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

const route = getRouteApi('/under-link/bank_change/$token');

const ADVICE =
  'If you did not ask for the change, somebody else may know your password: change it now, and tell your funder.';

const SETTLED = {
  cancelled: {
    title: 'The change is cancelled',
    text: `Payouts keep going where they went before. ${ADVICE}`,
  },
  replaced: {
    title: 'This change was replaced by a newer one',
    text: 'The newer one has a mail of its own, with a link that cancels it.',
  },
  applied: {
    title: 'This change is in effect already',
    text: 'If you did not ask for it, please tell your funder at once.',
  },
};

/** Opened from the mail about a change of bank account. Opening it changes nothing: mail programs open links too. */
export function BankChangePage() {
  const { token } = route.useParams();
  usePageTitle('Change of bank account');
  const found = useQuery({
    queryKey: ['bank-change', token],
    queryFn: () => call(profileContract.bankChangeOfLink, { body: { token } }),
  });
  const cancel = useMutation({
    mutationFn: () => call(profileContract.cancelBankChangeByLink, { body: { token } }),
    onSettled: () => found.refetch(),
  });

  if (isApiError(found.error, 'link_unknown')) {
    return (
      <MessagePage title="This link does not open" action={<SignIn />}>
        {found.error.message}
      </MessagePage>
    );
  }
  if (found.isError && !found.data) {
    return (
      <MessagePage
        title="The change did not load"
        action={
          <Button variant="default" onClick={() => found.refetch()} loading={found.isFetching}>
            Try again
          </Button>
        }
      >
        {adviceOn(found.error)}
      </MessagePage>
    );
  }
  if (!found.data) {
    return (
      <MessagePage title="Change of bank account" action={null}>
        <Skeleton characters={40} />
      </MessagePage>
    );
  }
  if (found.data.state !== 'pending') {
    const { title, text } = SETTLED[found.data.state];
    return (
      <MessagePage title={title} action={<SignIn />}>
        {text}
      </MessagePage>
    );
  }
  return (
    <MessagePage
      title="Cancel the change of bank account?"
      action={
        <>
          <Button size="md" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel the change
          </Button>
          <FormAlert message={cancel.isError ? messageOf(cancel.error) : null} />
        </>
      }
    >
      {wordsOn(found.data)}
    </MessagePage>
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
