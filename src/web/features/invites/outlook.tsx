import { formatMoney } from '../../../shared/domain/money.ts';
import { anticipatedReturnPercent } from '../../../shared/domain/participation.ts';
import { exposureAfter, type ShareOutlook } from '../../../shared/domain/pre-funding-outlook.ts';
import { formatPercent } from '../../../shared/domain/rate.ts';
import { PaidInBar } from '../../ui/figure/paid-in-bar.tsx';
import { type Fact, FactList } from '../../ui/page/fact-list.tsx';
import type { InvitedDeal } from './invites.api.ts';
import classes from './pre-funding-form.module.css';

interface OutlookProps {
  deal: InvitedDeal;
  outlook: ShareOutlook;
}

/** What the chosen share costs, what it should return and how it changes the portfolio, if the merchant pays as agreed. */
export function Outlook({ deal, outlook }: OutlookProps) {
  return (
    <>
      <h3 className={classes['subtitle']}>What it means</h3>
      <FactList isLive facts={moneyFacts(deal, outlook)} />
      <h3 className={classes['subtitle']}>Share of your portfolio after it</h3>
      <FactList isLive facts={exposureFacts(deal, outlook)} />
      <p className={classes['small']}>
        Expected, if the merchant pays as agreed and the broker takes the full commission. Shares are of the
        net balance: what your open deals will still pay after fees.
      </p>
    </>
  );
}

function moneyFacts(deal: InvitedDeal, outlook: ShareOutlook): Fact[] {
  const { investmentCost, commissionAmount, upfrontFee, weeklyNetPay, totalNetPay } = outlook;
  const gain = formatPercent(anticipatedReturnPercent(totalNetPay, investmentCost));
  const costs = [
    `${formatMoney(commissionAmount)} commission (${formatPercent(deal.commissionPercent)})`,
    `${formatMoney(upfrontFee)} syndication fee (${formatPercent(deal.syndicationFeePercent)})`,
  ];
  return [
    {
      name: 'Total investment cost',
      value: formatMoney(investmentCost),
      detail: `with ${costs.join(' and ')}`,
    },
    {
      name: 'Expected net payments per week',
      value: formatMoney(weeklyNetPay),
      detail: `after a management fee of ${formatPercent(deal.managementFeePercent)}`,
    },
    {
      name: 'Total expected back',
      value: formatMoney(totalNetPay),
      detail: investmentCost === 0n ? undefined : `${gain} over the cost, after the management fee`,
    },
  ];
}

function exposureFacts({ exposure, name, industry, state }: InvitedDeal, outlook: ShareOutlook): Fact[] {
  const now = exposureAfter(exposure, 0n);
  const after = exposureAfter(exposure, outlook.totalNetPay);
  const fact = (kind: keyof typeof now, label: string, which: string): Fact => ({
    name: label,
    value: <PaidInBar percent={after[kind]} />,
    detail: `${which}, ${formatPercent(now[kind])} now`,
  });
  return [
    fact('merchant', 'Merchant', name),
    fact('industry', 'Industry', industry),
    ...(state === null ? [] : [fact('state', 'State', state)]),
  ];
}
