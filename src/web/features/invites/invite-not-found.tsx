import { NothingHere } from '../../page/nothing-here.tsx';

/** The same for an invite that is not there and one that is another syndicate's. */
export const InviteNotFound = () => (
  <NothingHere
    title="There is no invite for you at this address"
    reason="The link may be old or not copied in full, or the invite is for another syndicate."
  />
);
