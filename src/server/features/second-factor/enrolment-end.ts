import { sql } from 'kysely';

/** Long enough to fetch a phone. */
const ENROLMENT_SECONDS = 10 * 60;

export const enrolmentEnd = sql<Date>`now() + make_interval(secs => ${ENROLMENT_SECONDS})`;
