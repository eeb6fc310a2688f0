import { IconBuildingBank } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { profileContract } from '../../../shared/contract/profile.ts';
import { call } from '../../lib/call.ts';
import { formatMoment } from '../../lib/moment.ts';
import { CancelByLinkPage } from '../../page/cancel-by-link-page.tsx';

const route = getRouteApi('/under-link/bank_change');

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

/** The page of the link in the mail about a change of bank account. */
export function BankChangePage() {
  const { linkToken: token } = route.useRouteContext();
  const body = { token };
  return (
    <CancelByLinkPage
      subject="bank change"
      token={token}
      title="Change of bank account"
      icon={<IconBuildingBank size={22} stroke={1.75} />}
      find={() => call(profileContract.bankChangeOfLink, { body })}
      cancel={() => call(profileContract.cancelBankChangeByLink, { body })}
      question="Cancel the change of bank account?"
      wordsOn={wordsOn}
      cancelLabel="Cancel the change"
      failedTitle="The change did not load"
      settled={SETTLED}
    />
  );
}

function wordsOn({ syndicateName, change }: Output<typeof profileContract.bankChangeOfLink>): string {
  return `From ${formatMoment(change.takesEffectAt)} on, payouts of ${syndicateName} would go to ${change.bankName}, account ${change.accountNumber}, routing number ${change.routingNumber}. If you cancel, they keep going where they went before.`;
}
