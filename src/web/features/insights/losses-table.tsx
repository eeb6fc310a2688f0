import { Fragment } from 'react';
import type { LossBasis, LossDate } from '../../../shared/domain/loss.ts';
import { ratioPercent } from '../../../shared/domain/money.ts';
import { formatPercent } from '../../../shared/domain/rate.ts';
import { MoneyText } from '../../ui/figure/amount.tsx';
import { groupedCount } from '../../ui/figure/count.ts';
import { RowToggle } from '../../ui/table/row-toggle.tsx';
import { useOpenRows } from '../../ui/table/use-open-rows.ts';
import classes from './insight-parts.module.css';
import { type LossRow, sumOfRows } from './loss-rows.ts';
import { BASIS_HEADERS, PART_HEADERS } from './loss-words.ts';
import { LostDealsList } from './lost-deals-list.tsx';
import { quarterOrUnknown } from './quarter-name.ts';

interface LossesTableProps {
  syndicateId: bigint;
  rows: readonly LossRow[];
  by: LossDate;
  basis: LossBasis;
}

/** The quarters with their losses; one with lost deals opens to them. */
export function LossesTable({ syndicateId, rows, by, basis }: LossesTableProps) {
  const open = useOpenRows();
  return (
    <table className={classes['table']} data-hides="3 4" aria-label="Losses">
      <thead>
        <tr>
          <th scope="col" className={classes['opening']}>
            {by === 'funded' ? 'Funded in' : 'Lost in'}
          </th>
          <th scope="col">Lost deals</th>
          <th scope="col">{BASIS_HEADERS[basis]}</th>
          <th scope="col">Net paid</th>
          <th scope="col">Loss</th>
          <th scope="col">{PART_HEADERS[by][basis]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const name = quarterOrUnknown(row.quarter);
          return (
            <Fragment key={name}>
              <tr>
                <th scope="row" className={classes['opening']}>
                  {row.dealCount > 0 && (
                    <RowToggle name={name} isOpen={open.isOpen(name)} onToggle={() => open.toggle(name)} />
                  )}
                  {name}
                </th>
                <LossCells row={row} />
              </tr>
              {open.isOpen(name) && (
                <tr>
                  <td colSpan={6} className={classes['opened']}>
                    <LostDealsList syndicateId={syndicateId} quarter={{ by, quarter: row.quarter, basis }} />
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className={classes['opening']}>
            All
          </th>
          <LossCells row={sumOfRows(rows)} />
        </tr>
      </tfoot>
    </table>
  );
}

interface LossCellsProps {
  row: LossRow;
}

const LossCells = ({ row: { dealCount, basis, netPaid, loss, whole } }: LossCellsProps) => (
  <>
    <td>{groupedCount(dealCount)}</td>
    <td>
      <MoneyText amount={basis} />
    </td>
    <td>
      <MoneyText amount={netPaid} />
    </td>
    <td>
      <MoneyText amount={loss} />
    </td>
    <td>{whole === 0n ? '' : formatPercent(ratioPercent(loss, whole), 1)}</td>
  </>
);
