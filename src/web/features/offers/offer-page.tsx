import { IconCheck, IconClockX, IconLinkOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { pageRefusals } from '../../../shared/contract/page-refusals.ts';
import { isApiError } from '../../lib/api-error.ts';
import { isIdText } from '../../lib/id-text.ts';
import { LinkFrame } from '../../page/link-frame.tsx';
import { LinkMessage } from '../../page/link-message.tsx';
import { ErrorState } from '../../ui/message/error-state.tsx';
import { useMainFocus } from '../../ui/use-main-focus.ts';
import { FormerPortalLink } from './former-portal-link.tsx';
import { type OfferLink, useOffer } from './offer.api.ts';
import { OfferForm } from './offer-form.tsx';
import { OfferSkeleton } from './offer-skeleton.tsx';

const TITLE = 'Accept Offer and Request Contract Form';
const route = getRouteApi('/under-link/offer/$offerId/$token');

/** The page of a broker's link, with or without a session. */
export function OfferPage() {
  const { offerId, token } = route.useParams();
  if (!isIdText(offerId)) return <UnknownLink />;
  return <OpenOffer link={{ offerId: BigInt(offerId), token }} />;
}

function OpenOffer({ link }: { link: OfferLink }) {
  const offer = useOffer(link);
  const client = useQueryClient();
  const [isProcessed, setIsProcessed] = useState(false);
  useMainFocus(isProcessed);
  const [notice, setNotice] = useState<string | null>(null);
  if (isProcessed || isApiError(offer.error, 'link_used')) return <Processed />;
  if (isApiError(offer.error, 'link_expired')) return <ExpiredLink />;
  if (isApiError(offer.error, 'offer_closed')) return <ClosedOffer />;
  if (isApiError(offer.error, 'link_unknown')) return <UnknownLink />;
  if (offer.data) {
    const { offer: open, brokerName } = offer.data;
    return (
      <LinkFrame
        title={TITLE}
        lead={`${open.dealName} · Position ${open.positionNumber} · for ${brokerName}`}
      >
        <OfferForm
          key={open.version}
          link={link}
          offer={open}
          onProcessed={() => {
            setIsProcessed(true);
            window.scrollTo({ top: 0 });
          }}
          notice={notice}
          onChanged={(message) => {
            setNotice(message);
            void client.invalidateQueries({ queryKey: ['offer'] });
          }}
        />
      </LinkFrame>
    );
  }
  return (
    <LinkFrame title={TITLE} lead={offer.isError ? undefined : 'Your offer is loading'}>
      {offer.isError ? (
        <ErrorState
          title="The offer did not load"
          error={offer.error}
          onRetry={() => offer.refetch()}
          isRetrying={offer.isFetching}
        />
      ) : (
        <OfferSkeleton />
      )}
    </LinkFrame>
  );
}

const Processed = () => (
  <LinkMessage title={TITLE} tone="good" icon={<IconCheck size={22} stroke={2} />}>
    <p>{pageRefusals.link_used.message}</p>
    <p>Thank you,</p>
  </LinkMessage>
);

const ExpiredLink = () => (
  <LinkMessage title="This link has expired" tone="closed" icon={<IconClockX size={22} stroke={1.75} />}>
    <p>Offers stay open for a limited time. Please ask whoever sent you the link for a new one.</p>
  </LinkMessage>
);

const ClosedOffer = () => (
  <LinkMessage
    title="This offer is no longer open"
    tone="closed"
    icon={<IconClockX size={22} stroke={1.75} />}
  >
    <p>
      It has been accepted, declined or replaced. Please ask whoever sent you the link for the current one.
    </p>
  </LinkMessage>
);

function UnknownLink() {
  if (route.useSearch().from === 'former_portal') return <FormerPortalLink />;
  return (
    <LinkMessage
      title="This link leads to no offer"
      tone="closed"
      icon={<IconLinkOff size={22} stroke={1.75} />}
    >
      <p>
        Part of it may be missing, or it is of the former portal. Please open it from the newest e-mail, or
        ask whoever sent it for a new one.
      </p>
    </LinkMessage>
  );
}
