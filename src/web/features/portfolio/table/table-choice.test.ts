import { describe, expect, test } from 'vitest';
import { calendarDate } from '../../../../shared/domain/calendar-date.ts';
import { carriedOver, readChoice, type TableControls, withoutFilters, writeChoice } from './table-choice.ts';

const DEALS: TableControls = {
  sortable: ['agreementDate', 'netProfit', 'merchantName'],
  hasMonth: true,
  hasPayoutDates: true,
};
const said = (address: object) => Object.fromEntries(Object.entries(address).filter(([, value]) => value));

describe('DASH-04 TABLE-01 a table in the address', () => {
  test('an address without a word is the latest agreements first, 25 to a page, nothing filtered', () => {
    const first = readChoice({}, DEALS);
    expect(first).toEqual({
      search: '',
      status: null,
      agreementMonth: null,
      onWatchlist: false,
      payoutsFrom: null,
      payoutsTo: null,
      sorting: { column: 'agreementDate', direction: 'desc' },
      page: 1,
      length: 25,
    });
    expect(said(writeChoice(first))).toEqual({});
  });

  test('everything chosen is written and read again', () => {
    const address = {
      search: '104',
      status: 'Default',
      month: '2026-03',
      watchlist: 'on',
      payoutsFrom: '2026-04-01',
      payoutsTo: '2026-05-31',
      sort: '-netProfit',
      page: '3',
      length: 'all',
    };
    const choice = readChoice(address, DEALS);
    expect(choice.agreementMonth).toBe(calendarDate('2026-03-01'));
    expect(choice.sorting).toEqual({ column: 'netProfit', direction: 'desc' });
    expect(writeChoice(choice)).toEqual(address);
    expect(said(writeChoice(withoutFilters(choice)))).toEqual({ sort: '-netProfit', length: 'all' });
    expect(said(carriedOver(address))).toEqual({
      search: '104',
      status: 'Default',
      watchlist: 'on',
      length: 'all',
    });
  });

  test('what makes no sense counts as not said', () => {
    const nonsense = {
      status: 'Nonsense',
      month: '2026-13',
      watchlist: 'perhaps',
      payoutsFrom: '2026-02-30',
      sort: 'platform',
      page: '-2',
      length: '1000000',
    };
    expect(readChoice(nonsense, DEALS)).toEqual(readChoice({}, DEALS));
  });

  test('a table takes nothing that it does not offer', () => {
    const simple: TableControls = { sortable: ['agreementDate'] };
    const address = { month: '2026-03', payoutsTo: '2026-05-31', sort: 'netProfit' };
    expect(readChoice(address, simple)).toEqual(readChoice({}, simple));
  });
});
