import { formatDate, formatMonth } from '../../../shared/domain/calendar-date.ts';
import type { CashEntryKind } from '../../../shared/domain/cash-account.ts';
import { CASH_KIND_NAMES, movementInWords } from '../../../shared/domain/cash-words.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import { DealLink } from '../../page/deal-link.tsx';
import { Chip } from '../../ui/figure/chip.tsx';
import { countOf } from '../../ui/figure/count.ts';
import type { Movement, MovementSums } from './cash.api.ts';
import { MovementKind } from './movement-kind.tsx';
import classes from './movements-table.module.css';

export interface MovementsProps {
  syndicateId: bigint;
  movements: readonly Movement[];
  sums: MovementSums;
  /** The kind that they are all of; what was carried over and the balance at the end would not follow from these alone. */
  kind: CashEntryKind | undefined;
  /** Whether the oldest of them is shown, so that what was carried over can follow. */
  isAll: boolean;
}

export const toComeOf = ({ sums, kind }: MovementsProps): readonly Movement[] =>
  kind === undefined || kind === 'deposit' ? sums.toCome : [];

/** What stands at the end of the list; null for nothing. */
export function endOf({ sums, kind, isAll }: MovementsProps): string | null {
  const { count, month } = sums;
  if (kind !== undefined)
    return count === 0 ? `No movements of the kind ${CASH_KIND_NAMES[kind]} in ${formatMonth(month)}` : null;
  if (!isAll) return null;
  return count === 0 ? `No movements in ${formatMonth(month)}. Balance carried over` : 'Balance carried over';
}

export function MovementsTable(props: MovementsProps) {
  const { syndicateId, movements, sums, kind } = props;
  const { carriedOver, closing, count, moneyIn, moneyOut, month } = sums;
  const end = endOf(props);
  return (
    <div className={classes['area']}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Kind</th>
            <th scope="col" className={classes['what']}>
              What for
            </th>
            <th scope="col" data-number="">
              In
            </th>
            <th scope="col" data-number="">
              Out
            </th>
            <th scope="col" data-number="">
              Balance
            </th>
          </tr>
        </thead>
        <tbody>
          {[...toComeOf(props), ...movements].map((movement) => (
            <Row key={`${movement.id}`} syndicateId={syndicateId} movement={movement} />
          ))}
          {end !== null && (
            <tr className={classes['carried']}>
              {kind === undefined && <td>{formatDate(month)}</td>}
              <td colSpan={kind === undefined ? 4 : 5}>{end}</td>
              <td data-number="">{kind === undefined && formatMoney(carriedOver)}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              Total, {countOf(count, 'movement')}
            </th>
            <td data-number="">{formatMoney(moneyIn)}</td>
            <td data-number="">{formatMoney(moneyOut)}</td>
            <td data-number="">{kind === undefined && formatMoney(closing)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

export interface MovementProps {
  syndicateId: bigint;
  movement: Movement;
}

function Row({ syndicateId, movement }: MovementProps) {
  const { kind, effectiveDate, amount, balance } = movement;
  const isPending = balance === null;
  return (
    <tr className={isPending ? classes['pending'] : undefined}>
      <td>{formatDate(effectiveDate)}</td>
      <td>
        <MovementKind kind={kind} isIn={amount > 0n} isPending={isPending} />
      </td>
      <td className={classes['what']}>
        <WhatFor syndicateId={syndicateId} movement={movement} />
        {isPending && (
          <span className={classes['mark']}>
            <Chip tone="watch">Pending</Chip>
          </span>
        )}
      </td>
      <td data-number="">{amount > 0n && formatMoney(amount)}</td>
      <td data-number="">{amount < 0n && formatMoney(amount)}</td>
      <td data-number="" className={classes['balance']}>
        {isPending ? <span className={classes['words']}>not counted yet</span> : formatMoney(balance)}
      </td>
    </tr>
  );
}

/** What a movement was for. A deal leads to its page. */
export function WhatFor({ syndicateId, movement }: MovementProps) {
  const { dealPublicId } = movement;
  const words = movementInWords(movement);
  if (dealPublicId === null) return words;
  return <DealLink dealPublicId={dealPublicId} syndicateId={syndicateId} merchantName={words} />;
}
