import { NotFoundNotice } from '../../page/not-found-notice.tsx';

/** The same for an invite that does not exist and one that is another syndicate's. */
export const InviteNotFound = () => (
  <NotFoundNotice
    title="There is no invite for you at this address"
    reason="The link may be old or not copied in full, or the invite is for another syndicate."
  />
);
