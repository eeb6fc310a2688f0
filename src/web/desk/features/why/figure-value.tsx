import type { Cents } from '../../../../shared/domain/money.ts';
import { formatPercent, formatRate, type Rate } from '../../../../shared/domain/rate.ts';
import {
  figureWords,
  unitOf,
  WHY_FIGURES,
  WHY_GROUPS,
  type WhyFigure,
} from '../../../../shared/domain/why-figures.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { groupedCount } from '../../../ui/figure/count.ts';

interface Value {
  amount: Cents | null;
  percent: Rate | null;
  count: number | null;
}

interface FigureValueProps {
  figure: WhyFigure | null;
  value: Value;
}

/** A figure as the pages of the investor write it. */
export function FigureValue({ figure, value: { amount, percent, count } }: FigureValueProps) {
  if (amount !== null) return <MoneyText amount={amount} />;
  if (count !== null) return groupedCount(count);
  if (percent === null) return '–';
  return figure !== null && unitOf(figure) === 'multiple'
    ? `${formatRate(percent)}x`
    : formatPercent(percent);
}

interface FigureOptionsProps {
  /** Which of them can be chosen. */
  of?: (figure: WhyFigure) => boolean;
}

/** The options of a select with all figures, by the page that they are on. */
export function FigureOptions({ of = () => true }: FigureOptionsProps) {
  return WHY_GROUPS.map((group) => {
    const figures = WHY_FIGURES.filter((figure) => figureWords(figure).group === group && of(figure));
    return (
      figures.length > 0 && (
        <optgroup key={group} label={group}>
          {figures.map((figure) => (
            <option key={figure} value={figure}>
              {figureWords(figure).label}
            </option>
          ))}
        </optgroup>
      )
    );
  });
}
