import { Outlet, useRouterState } from '@tanstack/react-router';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { PAGES } from '../../../shared/pages.ts';
import { NotFoundNotice } from '../../page/not-found-notice.tsx';
import { useGuestAccess } from '../../session/guest-access.ts';
import classes from './guest-pages.module.css';

/** The signed-in pages for a guest: the line above them, and none of those that are for the syndicate's own people. */
export function GuestPages() {
  const isOpen = useIsForGuests();
  return (
    <>
      <GuestLine />
      {isOpen ? <Outlet /> : <NotForGuests />}
    </>
  );
}

/** Says whose book a guest sees and until when. Its place is kept while that is not known, so that nothing moves. */
function GuestLine() {
  const { data } = useGuestAccess();
  const asked = useRouterState({ select: ({ location }) => location.search.syndicate });
  const book = data?.books.find(({ syndicateId }) => syndicateId.toString() === asked) ?? data?.books[0];
  return (
    <p className={classes['line']}>
      {book && (
        <>
          You see <strong>{book.syndicateName}</strong> as a guest until {formatDate(book.until)}
        </>
      )}
    </p>
  );
}

const PAGES_OF_GUESTS = [PAGES.dashboard, PAGES.documents, PAGES.profile, PAGES.deal].map(
  ({ path }) => path.split('$', 1)[0] ?? path,
);

/** False for a page of the syndicate's own people, whose address somebody sent. */
const useIsForGuests = (): boolean =>
  useRouterState({
    select: ({ location }) => PAGES_OF_GUESTS.some((start) => location.pathname.startsWith(start)),
  });

const NotForGuests = () => (
  <NotFoundNotice
    title="This page is not open to guests"
    reason="It is for the people of the syndicate. What was opened to you is on the dashboard."
  />
);
