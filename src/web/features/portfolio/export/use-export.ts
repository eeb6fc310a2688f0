import { useState } from 'react';
import { portfolioContract } from '../../../../shared/contract/portfolio.ts';
import type { CalendarDate } from '../../../../shared/domain/calendar-date.ts';
import { useDownload } from '../../../ui/download/use-download.ts';
import type { TableChoice } from '../table/table-choice.ts';

/** The view whose columns are exported; without one it is the deals report. */
export type ExportView = 'quickview' | 'detailedview' | undefined;

export interface ExportDates {
  payoutsFrom: CalendarDate | null;
  payoutsTo: CalendarDate | null;
}

/** An export of the rows that match the table's filters. */
export function useExport(syndicateId: bigint, choice: TableChoice, view: ExportView) {
  const { state, start, cancel } = useDownload(portfolioContract.exportParticipations, 'Report downloaded');
  const [lastDates, setLastDates] = useState<ExportDates>({ payoutsFrom: null, payoutsTo: null });

  const startWith = (dates: ExportDates) => {
    setLastDates(dates);
    const { search, status, agreementMonth, onWatchlist, sorting } = choice;
    const filter = { status, agreementMonth, onWatchlist };
    void start({ body: { syndicateId, search: search.trim(), filter, ...dates, sort: sorting, view } });
  };

  return { state, start: startWith, startAgain: () => startWith(lastDates), cancel };
}
