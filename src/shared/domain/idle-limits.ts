/** The number of seconds without activity after which the browser asks whether anybody is there. */
export const IDLE_WARNING_SECONDS = 7.5 * 60;
/** The number of seconds that the question is shown before the user is signed out. */
export const IDLE_COUNTDOWN_SECONDS = 60;
/**
 * The number of idle seconds after which the server ends a session. It is half a minute more than in the browser, so that the
 * browser always signs out first.
 */
export const IDLE_SECONDS = IDLE_WARNING_SECONDS + IDLE_COUNTDOWN_SECONDS + 30;
