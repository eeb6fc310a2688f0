import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { formatMoney, sumMoney } from '../../../../shared/domain/money.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { countOf } from '../../../ui/figure/count.ts';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { Outcome } from './changes.api.ts';
import classes from './deals.module.css';
import { FREQUENCY_NAMES, WEEKDAY_NAMES } from './typed-change.ts';

interface OutcomeListProps {
  /** Undefined while they are worked out. */
  outcomes: readonly Outcome[] | undefined;
  error: unknown;
}

/** What a change would do to each deal. */
export function OutcomeList({ outcomes, error }: OutcomeListProps) {
  if (error) return <FormAlert message={messageOf(error)} />;
  if (!outcomes) return <Skeleton characters={40} />;
  const balances = sumMoney(outcomes.map(({ balance, formerBalance }) => balance - formerBalance));
  return (
    <section aria-label="What it does" className={classes['outcomes']}>
      <ul className={classes['history']}>
        {outcomes.map((outcome) => (
          <li key={outcome.dealId.toString()}>
            <p className={classes['what']}>
              {outcome.dealName}, {outcome.mid}
            </p>
            {wordsOf(outcome).map((words) => (
              <p key={words} className={classes['remark']}>
                {words}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {outcomes.length > 1 && (
        <p className={classes['remark']}>
          All together: portfolio balances change by {formatMoney(balances)}.
        </p>
      )}
    </section>
  );
}

function wordsOf(outcome: Outcome): string[] {
  const { result, remark, formerStatus, status, formerBalance, balance, syndicateCount } = outcome;
  if (result === 'refused') return [`Not possible: ${remark ?? ''}`];
  if (result === 'same') return ['It is so already.', ...(remark ? [remark] : [])];
  const { formerPayment, payment, formerPayoff, payoff } = outcome;
  return [
    ...(formerStatus === status ? [] : [`${formerStatus} becomes ${status}.`]),
    balance === formerBalance
      ? `The balances of ${countOf(syndicateCount, 'syndicate')} stay ${formatMoney(balance)}.`
      : `The balances of ${countOf(syndicateCount, 'syndicate')} become ${formatMoney(balance)} instead of ${formatMoney(formerBalance)}.`,
    ...(payment === formerPayment || payment === null
      ? []
      : [payment === 0n ? 'Nothing is debited any more.' : `One debit is ${formatMoney(payment)}.`]),
    ...rhythmOf(outcome),
    ...(payoff === formerPayoff
      ? []
      : [payoff === null ? 'There is no expected payoff.' : `Expected payoff ${formatDate(payoff)}.`]),
    ...(remark ? [remark] : []),
  ];
}

function rhythmOf({ formerFrequency, frequency, formerWeekday, weekday }: Outcome): string[] {
  if (frequency === null || (frequency === formerFrequency && weekday === formerWeekday)) return [];
  const day = weekday === null ? '' : `, on ${WEEKDAY_NAMES[weekday - 1] ?? ''}s`;
  return [`Debits are ${FREQUENCY_NAMES[frequency].toLowerCase()}${day}.`];
}
