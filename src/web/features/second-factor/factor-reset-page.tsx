import { IconShieldLock } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { secondFactorContract } from '../../../shared/contract/second-factor.ts';
import { shortenMask } from '../../../shared/domain/masked-email.ts';
import { call } from '../../lib/call.ts';
import { formatMoment } from '../../lib/moment.ts';
import { CancelByLinkPage } from '../../page/cancel-by-link-page.tsx';

const route = getRouteApi('/under-link/second_factor_reset');

const SETTLED = {
  cancelled: {
    title: 'The second factor stays',
    tone: 'good',
    text: 'It is asked for at sign-in as before. If nobody of you asked for its removal, somebody may know your password: change it now, and tell your funder.',
  },
  done: {
    title: 'The second factor is removed already',
    tone: 'closed',
    text: 'Sign in with your password and set up a new one. If nobody of you asked for this, please tell your funder at once.',
  },
} as const;

/** The page of the link in the mail about a second factor that is about to be removed. */
export function FactorResetPage() {
  const { linkToken: token } = route.useRouteContext();
  const body = { token };
  return (
    <CancelByLinkPage
      subject="second-factor reset"
      token={token}
      title="Removal of a second factor"
      icon={<IconShieldLock size={22} stroke={1.75} />}
      find={() => call(secondFactorContract.factorResetOfLink, { body })}
      cancel={() => call(secondFactorContract.cancelFactorResetByLink, { body })}
      question="Keep the second factor?"
      wordsOn={({ maskedEmail, takesEffectAt }) =>
        `Your funder was told that ${shortenMask(maskedEmail)} has lost it. On ${formatMoment(takesEffectAt)} it is removed, and the password alone signs in until a new one is set up. If nobody of you asked for that, keep it.`
      }
      cancelLabel="Keep the second factor"
      failedTitle="The removal did not load"
      settled={SETTLED}
    />
  );
}
