import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type CalendarDate, isCalendarDate } from '../../../shared/domain/calendar-date.ts';

const route = getRouteApi('/signed-in/dashboard');

/** The pay date in the address, for reload, back and a shared link. What is no date counts as not said. */
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

  /** Back to the step before, or, for whoever came with the date in the address, to the page without it. */
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
