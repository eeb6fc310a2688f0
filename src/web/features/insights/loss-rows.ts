import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import { basisOf, type LossBasis, type LossDate, lossOfGroup } from '../../../shared/domain/loss.ts';
import { sumMoney } from '../../../shared/domain/money.ts';
import type { Analysis } from './insights.api.ts';

/** The losses of a quarter on the chosen basis. */
export interface LossRow {
  quarter: CalendarDate | null;
  dealCount: number;
  /** The cost or the net RTR of the lost deals. */
  basis: bigint;
  netPaid: bigint;
  loss: bigint;
  /** What the loss is a part of: by funding all deals of the quarter, by date of default those that were lost. */
  whole: bigint;
}

export function lossRows(
  { byFunding, byDate }: Analysis['losses'],
  by: LossDate,
  basis: LossBasis,
): LossRow[] {
  if (by === 'funded')
    return byFunding.map((group) => ({
      ...group,
      basis: basisOf(group, basis),
      loss: lossOfGroup(group, basis),
      whole: basisOf(group.ofAll, basis),
    }));
  return byDate.map((group) => ({
    ...group,
    basis: basisOf(group, basis),
    loss: lossOfGroup(group, basis),
    whole: basisOf(group, basis),
  }));
}

export const sumOfRows = (rows: readonly LossRow[]): LossRow => ({
  quarter: null,
  dealCount: rows.reduce((sum, { dealCount }) => sum + dealCount, 0),
  basis: sumMoney(rows.map((row) => row.basis)),
  netPaid: sumMoney(rows.map((row) => row.netPaid)),
  loss: sumMoney(rows.map((row) => row.loss)),
  whole: sumMoney(rows.map((row) => row.whole)),
});
