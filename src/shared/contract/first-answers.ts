import * as z from 'zod/mini';
import { id, wireObject } from './codecs.ts';
import { refusalCode } from './refusal-body.ts';

/**
 * What a page arrives with, so that it can be shown without asking: who is signed in, and the answers of the calls that the page
 * would make first. Each is the answer that the call itself would have got at that moment, found by its request's text.
 */
export const firstAnswers = wireObject({
  /** Null where a link opens the page. */
  session: [
    'session',
    z.nullable(
      wireObject({
        userId: ['user_id', id],
        tenant: [
          'tenant',
          wireObject({
            id: ['id', z.string()],
            name: ['name', z.string()],
            /** Whether the page is one of its desk. */
            isDesk: ['is_desk', z.boolean()],
          }),
        ],
        mustChangePassword: ['must_change_password', z.boolean()],
      }),
    ),
  ],
  answers: ['answers', z.record(z.string(), z.unknown())],
  /** The calls that were refused, which are not worth a second try. */
  refusals: [
    'refusals',
    z.record(
      z.string(),
      wireObject({
        code: ['code', refusalCode],
        status: ['status', z.int()],
        message: ['message', z.string()],
      }),
    ),
  ],
});

export type FirstAnswers = z.output<typeof firstAnswers>;

/** The id of the element of the page that has them. */
export const FIRST_ANSWERS_ID = 'first-answers';
