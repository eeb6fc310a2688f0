import { useCallback, useEffect, useRef, useState } from 'react';
import { portfolioContract } from '../../../shared/contract/portfolio.ts';
import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import { type DownloadProgress, download } from '../../lib/download.ts';
import { flash } from '../../ui/flash.ts';
import type { TableChoice } from './table-choice.ts';

/** Whose columns an export has; without one it is the deals report. */
export type ExportView = 'quickview' | 'detailedview' | undefined;

export interface ExportDates {
  payoutsFrom: CalendarDate | null;
  payoutsTo: CalendarDate | null;
}

type State =
  | { is: 'idle' }
  | { is: 'running'; progress: DownloadProgress | null }
  | { is: 'failed'; error: unknown; dates: ExportDates };

/** One export at a time, of the rows that the table's choice leaves. Leaving the table gives it up. */
export function useExport(syndicateId: bigint, choice: TableChoice, view: ExportView) {
  const [state, setState] = useState<State>({ is: 'idle' });
  const running = useRef<AbortController | null>(null);

  const cancel = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setState({ is: 'idle' });
  }, []);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (dates: ExportDates) => {
    const controller = new AbortController();
    running.current = controller;
    setState({ is: 'running', progress: null });
    const { search, status, agreementMonth, sorting } = choice;
    const body = {
      syndicateId,
      search: search.trim(),
      filter: { status, agreementMonth },
      ...dates,
      sort: sorting,
      view,
    };
    try {
      await download(
        portfolioContract.exportParticipations,
        { body },
        {
          signal: controller.signal,
          onProgress: (progress) => setState({ is: 'running', progress }),
        },
      );
      flash('Report downloaded');
      setState({ is: 'idle' });
    } catch (error) {
      if (!controller.signal.aborted) setState({ is: 'failed', error, dates });
    }
  };

  return { state, start, cancel };
}
