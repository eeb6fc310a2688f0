import * as z from 'zod/mini';
import { WEEKDAYS } from '../domain/deal-terms.ts';

/** 1 is Monday in the code. */
export const weekday = z.codec(z.enum(WEEKDAYS), z.int(), {
  decode: (name) => WEEKDAYS.indexOf(name) + 1,
  encode: (number) => WEEKDAYS[number - 1] ?? 'monday',
});
