import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type CalendarDate, isCalendarDate } from '../../../shared/domain/calendar-date.ts';

const route = getRouteApi('/signed-in/dashboard');

/** The pay date in the address, so that it survives a reload, going back and sharing the link. An invalid date is ignored. */
export function useChosenPayDate() {
  const { payDate } = route.useSearch();
  const navigate = route.useNavigate();
  const { history, state } = useRouter();

  const choose = useCallback(
    (chosen: CalendarDate, isOverPage: boolean) =>
      void navigate({
        search: (now) => ({ ...now, payDate: chosen }),
        state: { isOverPage },
        resetScroll: false,
      }),
    [navigate],
  );

  /** Goes back in the history, or, if the page was opened with the date in the address, to the page without it. */
  const close = () => {
    if (state.location.state.isOverPage) history.back();
    else
      void navigate({
        search: (now) => ({ ...now, payDate: undefined }),
        replace: true,
        resetScroll: false,
      });
  };

  return {
    inAddress: payDate !== undefined && isCalendarDate(payDate) ? payDate : null,
    choose,
    close,
  };
}
