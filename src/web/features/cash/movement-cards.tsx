import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import { countOf } from '../../ui/figure/count.ts';
import classes from './movement-cards.module.css';
import { MovementKind } from './movement-kind.tsx';
import { endOf, type MovementProps, type MovementsProps, toComeOf, WhatFor } from './movements-table.tsx';

/** The same as a list, for a phone: what it was on the left, amount and balance on the right. */
export function MovementCards(props: MovementsProps) {
  const { syndicateId, movements, sums, kind } = props;
  const { carriedOver, closing, count, moneyIn, moneyOut } = sums;
  const end = endOf(props);
  return (
    <>
      <ul className={classes['list']}>
        {[...toComeOf(props), ...movements].map((movement) => (
          <Item key={`${movement.id}`} syndicateId={syndicateId} movement={movement} />
        ))}
        {end !== null && (
          <li className={classes['item']}>
            <span className={classes['about']}>{end}</span>
            <span className={classes['balance']}>{kind === undefined && formatMoney(carriedOver)}</span>
          </li>
        )}
      </ul>
      <dl className={classes['totals']}>
        <Total name={`In, of ${countOf(count, 'movement')}`} value={formatMoney(moneyIn)} />
        <Total name="Out" value={formatMoney(moneyOut)} />
        {kind === undefined && <Total name="Balance" value={formatMoney(closing)} />}
      </dl>
    </>
  );
}

function Item({ syndicateId, movement }: MovementProps) {
  const { kind, effectiveDate, amount, balance } = movement;
  const isPending = balance === null;
  return (
    <li className={classes['item']}>
      <MovementKind kind={kind} isIn={amount > 0n} isPending={isPending} />
      <span className={classes['amount']}>
        {amount > 0n ? '+' : ''}
        {formatMoney(amount)}
      </span>
      <span className={classes['about']}>
        {formatDate(effectiveDate)} · <WhatFor syndicateId={syndicateId} movement={movement} />
      </span>
      <span className={classes['balance']}>{isPending ? 'pending' : formatMoney(balance)}</span>
    </li>
  );
}

const Total = ({ name, value }: { name: string; value: string }) => (
  <div className={classes['total']}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
