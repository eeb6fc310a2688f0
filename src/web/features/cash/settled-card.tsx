import { formatMoney } from '../../../shared/domain/money.ts';
import { formatDay } from '../../lib/moment.ts';
import { Chip } from '../../ui/figure/chip.tsx';
import { Card } from '../../ui/page/card.tsx';
import { askedInWords } from './asked-in-words.ts';
import type { SettledWithdrawal } from './cash.api.ts';
import classes from './reserved-card.module.css';

interface SettledCardProps {
  withdrawals: readonly SettledWithdrawal[];
  funderName: string;
}

/** What has become of the last withdrawals. Without it, one that the funder declines would only be gone. */
export const SettledCard = ({ withdrawals, funderName }: SettledCardProps) =>
  withdrawals.length > 0 && (
    <Card title="Earlier withdrawals">
      <ul className={classes['list']}>
        {withdrawals.map((withdrawal) => (
          <li key={`${withdrawal.withdrawalId}`} className={classes['item']}>
            <span className={classes['state']}>
              <Chip tone={STATES[withdrawal.state].tone}>{STATES[withdrawal.state].name}</Chip>
              {formatDay(withdrawal.settledAt)}
            </span>
            <span className={classes['amount']} data-void={withdrawal.state !== 'paid' || undefined}>
              {formatMoney(withdrawal.amount)}
            </span>
            <span className={classes['line']}>{askedInWords(withdrawal.askedAt, withdrawal.payTo)}</span>
            <Reason withdrawal={withdrawal} funderName={funderName} />
          </li>
        ))}
      </ul>
    </Card>
  );

const STATES = {
  paid: { name: 'Paid', tone: 'good' },
  declined: { name: 'Declined', tone: 'bad' },
  cancelled: { name: 'Cancelled', tone: 'closed' },
} as const;

interface ReasonProps {
  withdrawal: SettledWithdrawal;
  funderName: string;
}

function Reason({ withdrawal: { state, reason }, funderName }: ReasonProps) {
  if (reason !== '')
    return (
      <span className={classes['line']} data-strong="">
        {reason}
      </span>
    );
  return state === 'declined' && <span className={classes['line']}>Please ask {funderName} why.</span>;
}
