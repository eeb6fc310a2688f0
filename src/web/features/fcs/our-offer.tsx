import { type Cents, formatMoney } from '../../../shared/domain/money.ts';
import { formatPayment } from '../../../shared/domain/offer-terms.ts';
import { formatPercent, formatRate } from '../../../shared/domain/rate.ts';
import { totalNetDeposits } from '../../../shared/domain/statement-averages.ts';
import { offerWithholdPercent } from '../../../shared/domain/withholding.ts';
import { formatShortMoment } from '../../lib/moment.ts';
import { countOf } from '../../ui/figure/count.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type AcceptedOffer, type Deal, useAcceptedOffer, useAccountAverages } from './fcs.api.ts';
import classes from './our-offer.module.css';
import { SheetSection } from './sheet-section.tsx';

interface OurOfferProps {
  deal: Deal | undefined;
}

/** Rendered only if an offer was accepted. */
export function OurOffer({ deal }: OurOfferProps) {
  const offer = useAcceptedOffer(deal);
  const averages = useAccountAverages(deal);
  if (offer.data === null) return null;
  return (
    <SheetSection
      title="Our Offer"
      queries={[offer, averages]}
      failure="The offer did not load"
      skeleton={<OfferSkeleton />}
    >
      {() =>
        offer.data &&
        averages.data && <OfferTerms offer={offer.data} netDeposits={totalNetDeposits(averages.data)} />
      }
    </SheetSection>
  );
}

interface OfferTermsProps {
  offer: AcceptedOffer;
  netDeposits: Cents;
}

function OfferTerms({ offer, netDeposits }: OfferTermsProps) {
  const facts = [
    { name: 'Position number', value: offer.positionNumber },
    { name: 'Amount', value: formatMoney(offer.amount) },
    { name: 'Payback', value: formatMoney(offer.paybackAmount) },
    { name: 'Term', value: countOf(offer.termDays, 'day') },
    { name: 'Payment', value: formatPayment(offer) },
    { name: 'Factor rate', value: formatRate(offer.factorRate) },
    { name: 'Withhold %', value: formatPercent(offerWithholdPercent(offer, netDeposits)) },
    { name: 'Name', value: offer.lenderName },
    { name: 'Created', value: formatShortMoment(offer.createdAt) },
  ];
  return (
    <dl className={classes['facts']}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div className={classes['note']}>
        <dt>Note</dt>
        <dd>{offer.note ?? 'None'}</dd>
      </div>
    </dl>
  );
}

const SKELETON = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

function OfferSkeleton() {
  return (
    <dl className={classes['facts']}>
      {SKELETON.map((key) => (
        <div key={key}>
          <dt>
            <Skeleton characters={8} />
          </dt>
          <dd>
            <Skeleton characters={11} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
