import { appendFileSync } from 'node:fs';

/** A command that the portal has acknowledged: who was told so must find it in the book, once. */
export type Acknowledged =
  | { kind: 'acceptance'; offerId: bigint }
  | { kind: 'pre-funding'; inviteId: bigint }
  | { kind: 'payment'; reference: string };

export interface Attempt {
  at: number;
  /** Commands, pages and day files over HTTP. */
  of: 'write' | 'read' | 'post';
  isDone: boolean;
  /** Why it failed: a status, or the error of a connection. */
  why?: string;
}

export type Ledger = ReturnType<typeof openLedger>;

/** Everything that was acknowledged, outside the database that is tested, and every attempt. */
export function openLedger(file: string) {
  const acknowledged: (Acknowledged & { at: number })[] = [];
  const attempts: Attempt[] = [];
  /** Answers that no client should get, and that waiting does not mend. */
  const refusals: string[] = [];
  return {
    acknowledged,
    attempts,
    refusals,
    acknowledge(commands: readonly Acknowledged[], of: 'write' | 'post' = 'write'): void {
      const at = performance.now();
      attempts.push({ at, of, isDone: true });
      for (const command of commands) {
        acknowledged.push({ ...command, at });
        const written = JSON.stringify(command, (_, value) =>
          typeof value === 'bigint' ? value.toString() : value,
        );
        appendFileSync(file, `${new Date().toISOString()} ${written}\n`);
      }
    },
    answered: () => void attempts.push({ at: performance.now(), of: 'read', isDone: true }),
    failed(of: Attempt['of'], why: string): void {
      attempts.push({ at: performance.now(), of, isDone: false, why });
    },
    between: (from: number, to: number) => attempts.filter(({ at }) => at >= from && at <= to),
  };
}

/** The longest time in which no attempt of this kind succeeded, in seconds. */
export function longestGap(
  attempts: readonly Attempt[],
  of: Attempt['of'],
  from: number,
  to: number,
): number {
  const times = attempts.filter((one) => one.of === of && one.isDone).map(({ at }) => at);
  const edges = [from, ...times, to];
  return Math.max(...edges.map((at, index) => at - (edges[index - 1] ?? at))) / 1000;
}
