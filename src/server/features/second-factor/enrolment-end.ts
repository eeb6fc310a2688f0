import { sql } from 'kysely';

/** Time enough to fetch a phone; no more. */
const ENROLMENT_SECONDS = 10 * 60;

export const enrolmentEnd = sql<Date>`now() + make_interval(secs => ${ENROLMENT_SECONDS})`;
