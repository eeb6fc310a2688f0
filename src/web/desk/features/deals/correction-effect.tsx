import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { formatMoney, sumMoney } from '../../../../shared/domain/money.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import effectClasses from '../../ui/effect-table.module.css';
import type { Preview } from './corrections.api.ts';
import classes from './deals.module.css';

type Line = Preview['lines'][number];

interface CorrectionEffectProps {
  /** Undefined while it is worked out. */
  preview: Preview | undefined;
}

/** What each investor gains or loses, and on which pay date. */
export function CorrectionEffect({ preview }: CorrectionEffectProps) {
  if (!preview)
    return (
      <div aria-busy="true">
        <p className={classes['what']}>Effect per investor</p>
        <Skeleton characters={34} />
      </div>
    );
  const { lines, difference } = preview;
  const own = difference - sumMoney(lines.map(({ gross }) => gross));
  return (
    <div>
      <p className={classes['what']}>
        Effect per investor <span className={classes['remark']}>difference {formatMoney(difference)}</span>
      </p>
      <table className={effectClasses['effect']} aria-label="Effect per investor">
        <thead>
          <tr>
            <th scope="col">Who</th>
            <th scope="col">Gross</th>
            <th scope="col">Fee</th>
            <th scope="col">Net</th>
            <th scope="col">Balance after</th>
          </tr>
        </thead>
        <tbody>
          {byInvestor(lines).map(([syndicateId, ofInvestor]) => (
            <tr key={syndicateId}>
              <th scope="row">{ofInvestor[0]?.syndicateName}</th>
              <td>{formatMoney(sumMoney(ofInvestor.map(({ gross }) => gross)))}</td>
              <td>{formatMoney(sumMoney(ofInvestor.map(({ managementFee }) => managementFee)))}</td>
              <td>
                <MoneyText amount={sumMoney(ofInvestor.map(({ netPay }) => netPay))} />
              </td>
              <td>{formatMoney(ofInvestor[0]?.balanceAfter ?? 0n)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">The funder’s own</th>
            <td>{formatMoney(own)}</td>
            <td />
            <td>
              <MoneyText amount={own} />
            </td>
            <td />
          </tr>
        </tbody>
      </table>
      {wordsOf(preview).map((words) => (
        <p key={words} className={classes['remark']}>
          {words}
        </p>
      ))}
    </div>
  );
}

const byInvestor = (lines: readonly Line[]): [string, Line[]][] => [
  ...Map.groupBy(lines, ({ syndicateId }) => syndicateId.toString()),
];

/** The lines by pay date, whose payout falls below zero, and what becomes of the deal. */
function wordsOf({ lines, formerStatus, dealStatus, replacement }: Preview): string[] {
  const dates = [...Map.groupBy(lines, ({ payDate }) => payDate)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const added = dates.map(
    ([payDate, ofDate]) =>
      `${countOf(ofDate.length, 'line')} under pay date ${formatDate(payDate)}, together ${formatMoney(sumMoney(ofDate.map(({ netPay }) => netPay)))}.`,
  );
  const below = new Map(
    lines
      .filter(({ payDateTotal }) => payDateTotal < 0n)
      .map(({ syndicateName, payDate, payDateTotal }) => [
        `${syndicateName} ${payDate}`,
        `The payout of ${syndicateName} on ${formatDate(payDate)} becomes ${formatMoney(payDateTotal)}.`,
      ]),
  );
  return [
    ...added,
    ...below.values(),
    ...(replacement ? [`The new payment gets the reference ${replacement.reference}.`] : []),
    ...(dealStatus === formerStatus ? [] : [`The deal becomes ${dealStatus}.`]),
    'Lines that were posted stay as they are.',
  ];
}
