/** After how many seconds without activity the browser asks whether anybody is there. */
export const IDLE_WARNING_SECONDS = 7.5 * 60;
/** How many seconds the question then stands before the user is signed out. */
export const IDLE_COUNTDOWN_SECONDS = 60;
/** After how many idle seconds the server ends a session: half a minute later than the browser, so that the browser is never surprised. */
export const IDLE_SECONDS = IDLE_WARNING_SECONDS + IDLE_COUNTDOWN_SECONDS + 30;
