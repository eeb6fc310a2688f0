import { getRouteApi } from '@tanstack/react-router';

const signedIn = getRouteApi('/signed-in');

/** The session of the signed-in pages, which are not rendered without one. */
export const useSession = () => signedIn.useRouteContext({ select: (context) => context.session });
