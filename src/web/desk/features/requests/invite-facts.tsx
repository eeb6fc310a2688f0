import { formatMoney } from '../../../../shared/domain/money.ts';
import { isDecline } from '../../../../shared/domain/pre-funding.ts';
import { formatPercent, type Rate } from '../../../../shared/domain/rate.ts';
import { Card } from '../../../ui/page/card.tsx';
import { type Fact, FactList } from '../../../ui/page/fact-list.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DeskLink } from '../../desk-link.tsx';
import type { OpenedRequest } from './requests.api.ts';

interface InviteFactsProps {
  /** Undefined while it is loading. */
  request: OpenedRequest | undefined;
}

const NAMES = ['Investor', 'Deal', 'MID', 'Status', 'Offer', 'Offered share', 'Largest share', 'Accepted'];

/** What the request is about, so that it can be answered without looking elsewhere. */
export const InviteFacts = ({ request }: InviteFactsProps) => (
  <Card title="The invite">
    <FactList
      facts={
        request ? factsOf(request) : NAMES.map((name) => ({ name, value: <Skeleton characters={10} /> }))
      }
    />
  </Card>
);

const share = (percent: Rate): string => formatPercent(percent, 1);

function factsOf(request: OpenedRequest): Fact[] {
  const { syndicateId, syndicateName, offeredSharePercent, capPercent, leftPercent } = request;
  return [
    {
      name: 'Investor',
      value: (
        <DeskLink page="investor" params={{ syndicateId }}>
          {syndicateName}
        </DeskLink>
      ),
    },
    { name: 'Deal', value: request.dealName },
    { name: 'MID', value: request.mid },
    {
      name: 'Status',
      value: request.dealStatus,
      detail: request.isOpen ? 'takes participations' : 'takes no participations any more',
    },
    { name: 'Offer', value: formatMoney(request.offerAmount) },
    { name: 'Offered share', value: offeredSharePercent === null ? 'None' : share(offeredSharePercent) },
    { name: 'Largest share', value: share(request.maxSharePercent) },
    { name: 'Accepted', value: acceptedOf(request) },
    { name: 'Left for syndicates', value: share(leftPercent), detail: `of ${share(capPercent)}` },
  ];
}

function acceptedOf({ acceptedSharePercent: taken, acceptedAmount }: OpenedRequest): string {
  if (taken === null || acceptedAmount === null) return 'Not answered yet';
  return isDecline(taken) ? 'Declined' : `${share(taken)}, ${formatMoney(acceptedAmount)}`;
}
