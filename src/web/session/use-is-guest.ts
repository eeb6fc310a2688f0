import { useSession } from './use-session.ts';

/** Whether the user was let in by an investor, to read parts of a book. Alone here, because pages of investors ask it too. */
export const useIsGuest = (): boolean => useSession().tenant.isGuest === true;
