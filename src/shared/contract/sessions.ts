import * as z from 'zod/mini';
import { wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { password } from './sign-in-grants.ts';

const openSession = wireObject({
  id: ['id', z.uuid()],
  device: ['device', z.string()],
  startedAt: ['created_at', z.iso.datetime()],
  lastActiveAt: ['last_active_at', z.iso.datetime()],
  isThisOne: ['is_current', z.boolean()],
});

export const sessionsContract = {
  listSessions: endpoint({
    method: 'GET',
    path: '/user/sessions',
    access: 'investor or staff',
    guests: 'own account',
    summary: "The user's live sessions, newest first.",
    response: z.array(openSession),
  }),
  endSessions: endpoint({
    method: 'POST',
    path: '/user/sessions/end',
    access: 'investor or staff',
    guests: 'own account',
    opensTransactions: true,
    records: ['sessions ended'],
    summary: 'Ends one session of the user, or all except the calling one, after a password check.',
    body: wireObject({
      which: ['which', z.union([z.uuid(), z.literal('others')])],
      password: ['password', password],
    }),
    response: wireObject({ endedCount: ['ended', z.int()] }),
  }),
};
