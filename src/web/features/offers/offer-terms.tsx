import { formatMoney } from '../../../shared/domain/money.ts';
import { termsAtCommission } from '../../../shared/domain/offer-terms.ts';
import { formatRate, rate } from '../../../shared/domain/rate.ts';
import { HeadlineAmount } from '../../ui/figure/headline-amount.tsx';
import { Card } from '../../ui/page/card.tsx';
import { CommissionSlider } from './commission-slider.tsx';
import type { Offer } from './offer.api.ts';
import classes from './offer-terms.module.css';

interface OfferTermsProps {
  offer: Offer;
  percent: number;
  most: number;
  onChange: (percent: number) => void;
}

/** What the merchant gets and pays, and what the broker earns; with every move of the slider. */
export function OfferTerms({ offer, percent, most, onChange }: OfferTermsProps) {
  const terms = termsAtCommission({ ...offer, commissionPercent: rate(String(percent)) });
  const facts: [name: string, value: string][] = [
    ['Payback Amount', formatMoney(terms.paybackAmount)],
    ['Max Upsell (factor rate)', formatRate(terms.factorRate)],
    ['Buy Rate', formatRate(offer.buyRate)],
    [`Payment (${offer.paymentFrequency})`, formatMoney(terms.payment)],
    ['Term', `${offer.termDays} days`],
  ];
  return (
    <Card label="Terms of the offer">
      <HeadlineAmount label="Offer Amount">{formatMoney(offer.amount)}</HeadlineAmount>
      <CommissionSlider percent={percent} most={most} amount={offer.amount} onChange={onChange} />
      <dl aria-live="polite">
        {facts.map(([name, value]) => (
          <div key={name} className={classes['fact']}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {offer.note && (
        <div className={classes['note']}>
          <h2 className={classes['noteTitle']}>Note</h2>
          <p>{offer.note}</p>
        </div>
      )}
    </Card>
  );
}
