/** The number of seconds without activity after which the browser asks whether anybody is there. */
export const IDLE_WARNING_SECONDS = 7.5 * 60;
/** The number of seconds that the question is shown before the user is signed out. */
export const IDLE_COUNTDOWN_SECONDS = 60;
/**
 * The number of idle seconds after which the server ends a session. It is half a minute more than in the browser, so that the
 * browser always signs out first.
 */
export const IDLE_SECONDS = IDLE_WARNING_SECONDS + IDLE_COUNTDOWN_SECONDS + 30;

/** The idle limit of a funder's own staff, in minutes: a setting. That of investors and guests is IDLE_SECONDS. */
export const STAFF_IDLE_MINUTES = { least: 3, most: 30 } as const;

/** After how many idle seconds the browser asks, where the server ends the session after these. */
export const warningSecondsOf = (idleSeconds: number): number =>
  idleSeconds - (IDLE_SECONDS - IDLE_WARNING_SECONDS);
