import { type CalendarDate, calendarDate } from '../../../../shared/domain/calendar-date.ts';
import { figureWords, isWhyFigure, type WhyFigure } from '../../../../shared/domain/why-figures.ts';
import { deskAddress, useDeskNavigate, useDeskSearch } from '../../desk-address.ts';

/** What the page shows, as it stands in the address, so that the address can be sent to a colleague. */
export interface WhyChoice {
  syndicateId: bigint | undefined;
  figure: WhyFigure;
  payDate: CalendarDate | undefined;
  /** The MID of the deal whose lines are shown. */
  deal: string | undefined;
  /** Of the deals or entries, and of the lines. */
  page: number;
  linesPage: number;
  isComparing: boolean;
}

const pageOf = (value: unknown): number => (/^[1-9]\d{0,5}$/.test(String(value)) ? Number(value) : 1);

const dayOf = (value: unknown): CalendarDate | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
    ? calendarDate(value)
    : undefined;

export function useWhyChoice(): WhyChoice {
  const search = useDeskSearch();
  const investor = String(search['investor']);
  const deal = search['deal'];
  return {
    syndicateId: /^\d{1,15}$/.test(investor) ? BigInt(investor) : undefined,
    figure: isWhyFigure(search['figure']) ? search['figure'] : 'portfolio-balance',
    payDate: dayOf(search['paid']),
    deal: typeof deal === 'string' && deal.length > 0 && deal.length <= 40 ? deal : undefined,
    page: pageOf(search['page']),
    linesPage: pageOf(search['lines']),
    isComparing: search['view'] === 'compare',
  };
}

/** The parameters of an address with this choice. */
export const searchOf = (choice: WhyChoice) => ({
  investor: choice.syndicateId,
  figure: choice.figure,
  paid: choice.payDate,
  deal: choice.deal,
  page: choice.page > 1 ? String(choice.page) : undefined,
  lines: choice.linesPage > 1 ? String(choice.linesPage) : undefined,
  view: choice.isComparing ? 'compare' : undefined,
});

/** Another figure, day or deal begins at the first page of what it is made of. */
export function changed(choice: WhyChoice, change: Partial<WhyChoice>): WhyChoice {
  const isAnotherList = 'figure' in change || 'payDate' in change || 'syndicateId' in change;
  return {
    ...choice,
    ...(isAnotherList && { page: 1, deal: undefined }),
    ...(('deal' in change || isAnotherList) && { linesPage: 1 }),
    ...change,
  };
}

export function useChoose(choice: WhyChoice) {
  const navigate = useDeskNavigate();
  return (change: Partial<WhyChoice>, { replace = false } = {}) =>
    navigate(deskAddress('why', { search: searchOf(changed(choice, change)) }), { replace });
}

/** The pay date that lines are limited to: that of a figure of one. */
export const payDateOfLines = ({ figure, payDate }: WhyChoice, shown: CalendarDate | null | undefined) =>
  figureWords(figure).isOfPayDate ? (payDate ?? shown ?? undefined) : undefined;
