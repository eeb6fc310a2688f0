/** The hours within which something is to be dealt with. `same day`: by midnight in New York. Null: nothing was promised. */
export type QueuePromise = number | 'same day' | null;

export type QueueName = keyof typeof DEFAULT_PROMISES;

/** What waits at the desk, in the order of the board (the first nine are opened by their number, so a new one comes after them), with what is promised where the tenant has not said otherwise. */
export const DEFAULT_PROMISES = {
  acceptances: 'same day',
  'pre-fundings': 72,
  adjustments: 24,
  'bank-changes': 72,
  mails: 12,
  jobs: 12,
  lines: 'same day',
  locked: 4,
  invites: 72,
  approvals: 'same day',
  withdrawals: 24,
  'change-notices': 72,
  watchlist: null,
} as const satisfies Readonly<Record<string, QueuePromise>>;

export const QUEUE_NAMES = Object.keys(DEFAULT_PROMISES) as QueueName[];

const isQueueName = (text: string): text is QueueName => Object.hasOwn(DEFAULT_PROMISES, text);

export type Promises = Readonly<Record<QueueName, QueuePromise>>;

/** A month: what waits for longer is not promised at all. */
const MOST_HOURS = 720;

const ENTRY = /^(?<queue>[a-z-]+) (?<time>[1-9]\d{0,2}|same day|none)$/;

/** Reads 'invites 48; lines same day; watchlist none': what differs from the defaults. An empty text changes nothing. */
export function promisesFrom(text: string): Promises {
  const promises: Record<QueueName, QueuePromise> = { ...DEFAULT_PROMISES };
  for (const entry of text === '' ? [] : text.split(';')) {
    const { queue = '', time = '' } = ENTRY.exec(entry.trim())?.groups ?? {};
    if (!isQueueName(queue) || Number(time) > MOST_HOURS)
      throw new RangeError(`Not a queue with a time: ${JSON.stringify(entry)}`);
    if (time === 'same day') promises[queue] = time;
    else promises[queue] = time === 'none' ? null : Number(time);
  }
  return promises;
}

/** The text that promisesFrom() reads: what differs from the defaults. */
export const promisesText = (promises: Promises): string =>
  QUEUE_NAMES.filter((queue) => promises[queue] !== DEFAULT_PROMISES[queue])
    .map((queue) => `${queue} ${promises[queue] ?? 'none'}`)
    .join('; ');

export type Urgency = 'over' | 'close' | 'in time';

/** Above this part of the promised time, the end of it is close. */
const CLOSE = 0.75;

/** Which part of the promised time has passed, and what that means. */
export function progressOf(since: Date, dueAt: Date, now: Date): { part: number; urgency: Urgency } {
  const whole = dueAt.getTime() - since.getTime();
  const part = whole > 0 ? Math.max(0, (now.getTime() - since.getTime()) / whole) : 1;
  if (now > dueAt) return { part: 1, urgency: 'over' };
  return { part: Math.min(part, 1), urgency: part > CLOSE ? 'close' : 'in time' };
}
