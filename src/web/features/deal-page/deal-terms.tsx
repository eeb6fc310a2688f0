import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import type { PaymentFrequency } from '../../../shared/domain/offer-terms.ts';
import { formatPercent, formatRate } from '../../../shared/domain/rate.ts';
import { countOf } from '../../ui/figure/count.ts';
import { type Fact, FactList } from '../../ui/page/fact-list.tsx';
import { FoldingCard } from '../../ui/page/folding-card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { DealOnPage } from './deal-page.api.ts';
import classes from './deal-page.module.css';

interface DealTermsProps {
  deal: DealOnPage;
}

export const DealTerms = ({ deal }: DealTermsProps) => (
  <FoldingCard title="Terms">
    <FactList facts={factsOf(deal)} />
  </FoldingCard>
);

const OFTEN = { DAILY: 'daily', WEEKLY: 'weekly' } as const satisfies Partial<
  Record<PaymentFrequency, string>
>;
const often = (frequency: PaymentFrequency): string => OFTEN[frequency];

function factsOf({ terms, share }: DealOnPage): Fact[] {
  const { factorRate, debitCount, positionNumber, payment } = terms;
  const paid = payment === 0n ? 'paused' : `${formatMoney(payment)} ${often(terms.paymentFrequency)}`;
  return [
    { name: 'Funding amount', value: formatMoney(terms.fundedAmount) },
    ...(factorRate === null ? [] : [{ name: 'Factor rate', value: formatRate(factorRate) }]),
    { name: 'Payback', value: formatMoney(terms.paybackAmount) },
    { name: 'Payment', value: paid },
    ...(debitCount === null ? [] : [{ name: 'Term', value: countOf(debitCount, 'debit') }]),
    ...(positionNumber === null ? [] : [{ name: 'Position', value: `${positionNumber}` }]),
    { name: 'Your share', value: formatPercent(share.percent) },
    { name: 'Participation amount', value: formatMoney(share.participationAmount) },
    { name: 'Commission', value: formatMoney(share.commissionAmount) },
    { name: 'Syndication fee', value: formatMoney(share.syndicationFee) },
    { name: 'Total investment cost', value: formatMoney(share.investmentCost) },
  ];
}

type RecordedTerms = DealOnPage['termsHistory'][number];

/** What was agreed when, the newest first. */
export const TermsHistory = ({ deal: { termsHistory } }: DealTermsProps) => (
  <FoldingCard title="Terms history">
    <ol className={classes['history']}>
      {termsHistory.map((terms, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: terms are only ever added, and several may have the same words.
        <li key={termsHistory.length - place}>
          <p>{wordsOf(terms)}</p>
          <p className={classes['quiet']}>
            {[formatDate(terms.effectiveDate), terms.note].filter((part) => part !== '').join(' · ')}
          </p>
        </li>
      ))}
    </ol>
  </FoldingCard>
);

function wordsOf({ reason, payment, paymentFrequency }: RecordedTerms): string {
  const debits = `${formatMoney(payment)} ${often(paymentFrequency)}`;
  if (reason === 'paused') return 'Paused by the funder: no debits';
  if (reason === 'resumed') return `Resumed by the funder: ${debits}`;
  return reason === 'modified' ? `Changed by the funder: ${debits}` : `Contract: ${debits}`;
}

const SKELETON_FACTS = ['Funding amount', 'Factor rate', 'Payback', 'Payment', 'Term', 'Your share'];

export const DealTermsSkeleton = () => (
  <FoldingCard title="Terms">
    <FactList facts={SKELETON_FACTS.map((name) => ({ name, value: <Skeleton characters={10} /> }))} />
  </FoldingCard>
);
