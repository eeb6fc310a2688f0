import { formatDate } from '../../../shared/domain/calendar-date.ts';
import type { DealStatus } from '../../../shared/domain/deal-status.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import { returnCodeWords } from '../../../shared/domain/return-codes.ts';
import { Card } from '../../ui/page/card.tsx';
import type { DealOnPage, Standing } from './deal-page.api.ts';
import { pacePercent } from './pace-percent.ts';
import classes from './watch-reasons.module.css';

interface WatchReasonsProps {
  deal: DealOnPage;
}

/** Why a deal is on the watchlist and since when, the gravest reason first. Nothing for other deals. */
export function WatchReasons({ deal: { status, standing } }: WatchReasonsProps) {
  if (!standing || standing.reasons.length === 0) return null;
  const lead = standing.arrears > 0n ? `your share of the arrears is ${formatMoney(standing.arrears)}` : null;
  return (
    <Card title="On the watchlist" {...(lead !== null && { lead })}>
      <ul className={classes['reasons']}>
        {standing.reasons.map((reason) => (
          <li key={reason.reason}>
            <p className={classes['words']}>{wordsOf(reason, status, standing)}</p>
            {reason.since !== null && <p className={classes['since']}>since {formatDate(reason.since)}</p>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function wordsOf({ reason, code }: Standing['reasons'][number], status: DealStatus, standing: Standing) {
  switch (reason) {
    case 'status':
      return `The deal’s status is ${status}`;
    case 'refused':
      return `The merchant’s bank refused a debit${code === null ? '' : `: ${returnCodeWords(code)}`}`;
    case 'missed':
      return `${standing.missed} debits missed in a row`;
    case 'slow':
      return `Only ${pacePercent(standing.pace)} of the last debits cleared`;
    case 'paused':
      return 'The debits are paused';
    case 'modified':
      return 'The payment was changed';
  }
}
