import * as z from 'zod/mini';
import { ALWAYS_TOLD_KINDS, NOTIFICATION_CHOICES, NOTIFICATION_KINDS } from '../domain/notifications.ts';
import { done, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';

const kind = z.enum(NOTIFICATION_KINDS);
const choice = z.enum(NOTIFICATION_CHOICES);
const linkToken = z.string().check(z.regex(/^[\w-]{1,200}$/));
const byToken = wireObject({ token: ['token', linkToken] });

const redirected = z.unknown();

export const notificationsContract = {
  notificationChoices: endpoint({
    method: 'GET',
    path: '/api/notifications/choices',
    access: 'investor',
    summary: 'What the caller is told of by mail, and when: of every kind that can be chosen.',
    response: wireObject({
      choices: [
        'choices',
        z.array(
          wireObject({
            kind: ['kind', kind],
            choice: ['choice', choice],
            /** The file goes with the mail, for which only statements have one. */
            isWithFiles: ['with_files', z.boolean()],
            /** Null while it is what the portal begins with. */
            changedAt: ['changed_at', z.nullable(z.iso.datetime())],
            /** Switched off by the link in a mail. */
            isByLink: ['by_link', z.boolean()],
          }),
        ),
      ],
    }),
  }),

  chooseNotification: endpoint({
    method: 'POST',
    path: '/api/notifications/choices',
    access: 'investor',
    isRepeatable: true,
    records: ['notification choice changed'],
    refusals: ['notification_always_sent'],
    summary:
      'Chooses when the caller is told of something: now, in one mail each morning, or never. What protects money and the account cannot be chosen. The PDF of a statement goes with its mail only if it is asked for.',
    body: wireObject({
      kind: ['kind', z.enum([...NOTIFICATION_KINDS, ...ALWAYS_TOLD_KINDS])],
      choice: ['choice', choice],
      /** As it was, unless it is said. Only statements have files. */
      isWithFiles: ['with_files', z.optional(z.boolean())],
    }),
    response: done,
  }),

  notificationsOfLink: endpoint({
    method: 'POST',
    path: '/api/notifications/of_link',
    access: 'anyone',
    reads: true,
    summary: 'What the link in a mail would switch off. Changes nothing.',
    body: byToken,
    response: wireObject({
      kinds: ['kinds', z.array(kind)],
      /** True once all of them are switched off. */
      isOff: ['is_off', z.boolean()],
      maskedEmail: ['masked_email', z.string()],
      funderName: ['funder_name', z.string()],
    }),
  }),

  switchOffByLink: endpoint({
    method: 'POST',
    path: '/api/notifications/switch_off',
    access: 'anyone',
    isRepeatable: true,
    records: ['notification choice changed'],
    summary: 'Switches off what the mail of a link told of, without signing in.',
    body: byToken,
    response: done,
  }),

  unsubscribe: endpoint({
    method: 'POST',
    path: '/api/unsubscribe/:token',
    access: 'anyone',
    isRepeatable: true,
    takesForm: true,
    records: ['notification choice changed'],
    summary:
      'The same for mail programs, at the address in the header of the mail: one POST, without a page (RFC 8058).',
    params: byToken,
    response: done,
  }),

  openUnsubscribePage: endpoint({
    method: 'GET',
    path: '/api/unsubscribe/:token',
    access: 'anyone',
    summary: 'Leads a browser that opens that address to the page that asks. Changes nothing.',
    params: byToken,
    response: redirected,
  }),
};
