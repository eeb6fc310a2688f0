import { getRouteApi } from '@tanstack/react-router';

const signedIn = getRouteApi('/signed-in');

/** The session that the guard has let in. For signed-in pages only. */
export const useSession = () => signedIn.useRouteContext({ select: (context) => context.session });
