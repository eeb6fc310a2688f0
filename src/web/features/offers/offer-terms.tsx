import { formatMoney } from '../../../shared/domain/money.ts';
import { termsAtCommission } from '../../../shared/domain/offer-terms.ts';
import { formatRate, rate } from '../../../shared/domain/rate.ts';
import { HeadlineAmount } from '../../ui/figure/headline-amount.tsx';
import { Card } from '../../ui/page/card.tsx';
import { FactList } from '../../ui/page/fact-list.tsx';
import { CommissionSlider } from './commission-slider.tsx';
import type { Offer } from './offer.api.ts';
import classes from './offer-terms.module.css';

interface OfferTermsProps {
  offer: Offer;
  percent: number;
  least: number;
  most: number;
  onChange: (percent: number) => void;
}

/** What the merchant gets and pays, and what the broker earns. It follows the slider. */
export function OfferTerms({ offer, percent, least, most, onChange }: OfferTermsProps) {
  const terms = termsAtCommission({ ...offer, commissionPercent: rate(String(percent)) });
  const facts = [
    { name: 'Payback Amount', value: formatMoney(terms.paybackAmount) },
    { name: 'Max Upsell (factor rate)', value: formatRate(terms.factorRate) },
    { name: 'Buy Rate', value: formatRate(offer.buyRate) },
    { name: `Payment (${offer.paymentFrequency})`, value: formatMoney(terms.payment) },
    { name: 'Term', value: `${offer.termDays} days` },
  ];
  return (
    <Card label="Terms of the offer">
      <HeadlineAmount label="Offer Amount">{formatMoney(offer.amount)}</HeadlineAmount>
      <CommissionSlider
        percent={percent}
        least={least}
        most={most}
        amount={offer.amount}
        onChange={onChange}
      />
      <FactList isLive facts={facts} />
      {offer.note && (
        <div className={classes['note']}>
          <h2 className={classes['noteTitle']}>Note</h2>
          <p>{offer.note}</p>
        </div>
      )}
    </Card>
  );
}
