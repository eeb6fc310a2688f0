import { addDays, formatDate } from '../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import { formatPercent, formatRate, type Rate } from '../../../shared/domain/rate.ts';
import { A_YEAR } from '../../../shared/domain/returns.ts';
import { countOf } from '../../ui/figure/count.ts';
import type { Returns, ScenarioReturns } from './returns.api.ts';

export const FIGURES = ['total', 'tvpi', 'dpi', 'rvpi', 'rate', 'cash'] as const;
export type FigureName = (typeof FIGURES)[number];

/** With idle cash only where there is a cash account. */
export const figuresOf = ({ cashDrag }: Returns): readonly FigureName[] =>
  cashDrag ? FIGURES : FIGURES.filter((figure) => figure !== 'cash');

export interface ChosenFigure {
  figure: FigureName;
  scenario: ScenarioReturns['scenario'];
}

export const FIGURE_NAMES: Readonly<Record<FigureName, string>> = {
  total: 'Total value',
  tvpi: 'Multiple (TVPI)',
  dpi: 'Paid to date (DPI)',
  rvpi: 'Still to come (RVPI)',
  rate: 'Yearly rate (XIRR)',
  cash: 'With idle cash',
};

export const SCENARIO_NAMES: Readonly<Record<ScenarioReturns['scenario'], string>> = {
  agreed: 'If every deal pays as agreed',
  adjusted: 'Adjusted for status',
  nothing: 'If nothing more comes in',
};

/** For three choices side by side on a phone. */
export const SHORT_NAMES: Readonly<Record<ScenarioReturns['scenario'], string>> = {
  agreed: 'As agreed',
  adjusted: 'Adjusted',
  nothing: 'Nothing more',
};

const NO_RATE_WORDS = {
  'only paid in': 'nothing has come back yet',
  'only received': 'nothing was paid in',
  'several rates': 'several rates fit, so none is told',
  'out of range': 'no yearly rate fits',
} as const;

export const multipleText = (multiple: Rate, places: number): string => `${formatRate(multiple, places)}x`;

interface ShownFigure {
  text: string;
  /** Words beside or in place of a figure. */
  note?: string;
}

/** The yearly rate, or the words that stand in its place. */
export const rateText = ({
  yearlyRate,
  noRateBecause,
}: Pick<ScenarioReturns, 'yearlyRate' | 'noRateBecause'>) =>
  yearlyRate ? formatPercent(yearlyRate) : NO_RATE_WORDS[noRateBecause ?? 'out of range'];

export function shownFigure(returns: Returns, scenario: ScenarioReturns, figure: FigureName): ShownFigure {
  if (figure === 'total') return { text: formatMoney(scenario.totalValue) };
  if (figure === 'cash') return shownCashRate(returns, scenario);
  if (figure !== 'rate') return { text: multipleText(scenario[figure], returns.places) };
  if (scenario.periodReturn === null || scenario.noRateBecause === 'only paid in')
    return { text: rateText(scenario) };
  // A few months say little about a year.
  return {
    text: formatPercent(scenario.periodReturn),
    note: `in ${countOf(returns.days, 'day')}; under a year`,
  };
}

/** The rate over what was put into the cash account, with how far it is below that of the deals. */
function shownCashRate({ cashDrag }: Returns, { scenario }: ScenarioReturns): ShownFigure {
  const drag = cashDrag?.scenarios.find((each) => each.scenario === scenario);
  if (!cashDrag || !drag) return { text: 'not known', note: 'see where from' };
  // What was put in by the opening counts on its day, so the return of a short time would be mostly gains from before.
  if (drag.periodReturn !== null)
    return { text: 'not yet', note: `from ${formatDate(addDays(cashDrag.openedOn, A_YEAR))} on` };
  return { text: rateText(drag), ...(drag.difference && { note: pointsText(drag.difference) }) };
}

/** How far the rate with idle cash is from that of the deals. */
export const pointsText = (difference: Rate): string =>
  difference.lt('0')
    ? `${formatRate(difference.neg())} points more a year`
    : `${formatRate(difference)} points less a year`;
