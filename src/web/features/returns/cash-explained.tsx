import { useState } from 'react';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { formatRate } from '../../../shared/domain/rate.ts';
import { MoneyText } from '../../ui/figure/amount.tsx';
import { Explanation, type Term } from '../../ui/figure/explanation.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { pointsText, rateText } from './return-figures.ts';
import type { CashDrag, Returns, ScenarioReturns } from './returns.api.ts';

interface CashExplainedProps {
  returns: Returns;
  scenario: ScenarioReturns;
  cashDrag: CashDrag;
}

/** What idle cash costs: the rate over the cash account, and the difference from that of the deals. */
export function CashExplained({ scenario, cashDrag }: CashExplainedProps) {
  const [isShown, setIsShown] = useState(false);
  const drag = cashDrag.scenarios.find((each) => each.scenario === scenario.scenario);
  const opened = formatDate(cashDrag.openedOn);
  if (!drag || cashDrag.opening === null)
    return (
      <Explanation
        meaning="The yearly rate of all the money in your account, with what is in no deal."
        notes={[
          `It cannot be told: the opening of the account on ${opened} does not say how much you had put in by then.`,
        ]}
      />
    );
  const money = (name: string, amount: bigint, sign?: Term['sign']): Term => ({
    ...(sign && { sign }),
    name,
    value: <MoneyText amount={amount} />,
  });
  const isPeriod = drag.periodReturn !== null;
  const flows = [
    money(`Put in by ${opened}`, cashDrag.opening, '−'),
    money('Deposits since', cashDrag.deposits, '−'),
    money('Withdrawals since', cashDrag.withdrawals, '+'),
    money('Cash balance', cashDrag.cash, '+'),
    ...(cashDrag.notEntered === 0n
      ? []
      : [money('Today’s payouts, not entered yet', cashDrag.notEntered, '+')]),
    money('Still to come from deals', scenario.toCome, '+'),
  ];
  const gain = drag.endValue + cashDrag.withdrawals - cashDrag.opening - cashDrag.deposits;
  return (
    <>
      <Explanation
        meaning={
          isPeriod
            ? `Your account was opened on ${opened}. What all the money in it earns a year is told from a year after that on.`
            : 'The yearly rate of all the money in your account, with what is in no deal.'
        }
        formula={
          isPeriod
            ? 'So far: what you took out and what is there now, less what you put in'
            : 'XIRR: what you put in and took out, each on its day, and what is there today'
        }
        terms={[
          ...flows,
          isPeriod ? money('Gain', gain, '=') : { sign: '=', name: 'Yearly rate', value: rateText(drag) },
        ]}
        notes={[
          'What you had put in by the opening counts on that day, so gains before it count as made since.',
        ]}
      />
      {isPeriod && !isShown && drag.yearlyRate && (
        <p>
          <TextButton onClick={() => setIsShown(true)}>Show the yearly rate anyway</TextButton>
        </p>
      )}
      {(!isPeriod || isShown) && drag.difference && (
        <Explanation
          meaning={`${drag.difference.s < 0 ? 'The account as a whole did better' : 'Cash that is in no deal earns nothing'}: ${pointsText(drag.difference)} than your deals.`}
          terms={[
            { name: 'Yearly rate of your deals', value: rateText(scenario) },
            { sign: '−', name: 'Yearly rate with idle cash', value: rateText(drag) },
            { sign: '=', name: 'Points a year', value: formatRate(drag.difference) },
          ]}
        />
      )}
    </>
  );
}
