import { IconBuildingBank, IconClockX, IconLinkOff } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { isApiError } from '../../lib/api-error.ts';
import { LinkFrame } from '../../page/link-frame.tsx';
import { LinkMessage } from '../../page/link-message.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { useWidgetAccess } from './bank-link.api.ts';
import { ConnectBank, ConnectBankSkeleton } from './connect-bank.tsx';

const TITLE = 'Connect your bank';
const route = getRouteApi('/under-link/plaid');

/** The page of a link to connect a bank, with or without a session. */
export function BankLinkPage() {
  const { linkToken } = route.useRouteContext();
  return linkToken === '' ? <UnknownLink /> : <OpenLink linkToken={linkToken} />;
}

function OpenLink({ linkToken }: { linkToken: string }) {
  const access = useWidgetAccess(linkToken);
  const [isConnected, setIsConnected] = useState(false);
  const { error } = access;
  if (isConnected) return <Connected />;
  if (isApiError(error, 'bank_link_used')) return <UsedLink />;
  if (isApiError(error, 'link_expired')) return <ExpiredLink />;
  if (isApiError(error, 'link_unknown')) return <UnknownLink />;
  if (isApiError(error, 'no_bank_provider')) return <NoProvider />;
  return (
    <LinkFrame title={TITLE} lead={error ? undefined : 'Your bank opens in a window of Plaid, our provider.'}>
      {error ? (
        <ErrorState
          title="The connection could not be opened"
          error={error}
          onRetry={() => access.refetch()}
          isRetrying={access.isFetching}
        />
      ) : access.data ? (
        <ConnectBank linkToken={linkToken} access={access.data} onConnected={() => setIsConnected(true)} />
      ) : (
        <ConnectBankSkeleton />
      )}
    </LinkFrame>
  );
}

const Connected = () => (
  <LinkMessage title="Your bank is connected" tone="good" icon={<IconBuildingBank size={22} stroke={1.75} />}>
    <p>Thank you. There is nothing more to do here, and you can close this window.</p>
  </LinkMessage>
);

const UsedLink = () => (
  <LinkMessage
    title="This link has been used"
    tone="closed"
    icon={<IconBuildingBank size={22} stroke={1.75} />}
  >
    <p>The bank is connected. To connect another one, please ask whoever sent you the link for a new one.</p>
  </LinkMessage>
);

const ExpiredLink = () => (
  <LinkMessage title="This link has expired" tone="closed" icon={<IconClockX size={22} stroke={1.75} />}>
    <p>Links to connect a bank stay open for a limited time. Please ask whoever sent it for a new one.</p>
  </LinkMessage>
);

const NoProvider = () => (
  <LinkMessage
    title="Banks cannot be connected here yet"
    tone="closed"
    icon={<IconBuildingBank size={22} stroke={1.75} />}
  >
    <p>Your link stays good. Please ask whoever sent it how to send your bank statements instead.</p>
  </LinkMessage>
);

const UnknownLink = () => (
  <LinkMessage title="This link leads nowhere" tone="closed" icon={<IconLinkOff size={22} stroke={1.75} />}>
    <p>Part of it may be missing. Please open it from the e-mail again, or ask whoever sent it.</p>
  </LinkMessage>
);
