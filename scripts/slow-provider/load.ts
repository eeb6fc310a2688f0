import { setTimeout } from 'node:timers/promises';
import type { Answer, Call, Visitor } from '../shutdown/visitor.ts';

/** What somebody at the dashboard does between two requests. */
const PAUSE_MS = 20;

export interface Measured {
  /** Milliseconds of each answer. */
  times: number[];
  /** How many answers had each status; 0 where none came. */
  statuses: Map<number, number>;
}

export const measured = (): Measured => ({ times: [], statuses: new Map() });

export function note({ times, statuses }: Measured, status: number, ms: number): void {
  times.push(ms);
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

export const failuresOf = ({ statuses }: Measured): number =>
  [...statuses].reduce((sum, [status, count]) => sum + (status === 0 || status >= 500 ? count : 0), 0);

/** Answers of so many askers, each on a connection of its own and with a pause between two requests. */
export async function keepAsking(
  visitor: Visitor,
  { askers, calls, seconds }: { askers: number; calls: readonly Call[]; seconds: number },
  into: Measured,
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  const ask = async (asker: number) => {
    const agent = visitor.connection.newAgent();
    for (let turn = asker; performance.now() < end; turn += 1) {
      const call = calls[turn % calls.length];
      if (!call) break;
      await timed(() => visitor.ask(agent, call), into);
      await setTimeout(PAUSE_MS);
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: askers }, (_, asker) => ask(asker)));
}

export async function timed(ask: () => Promise<Answer>, into: Measured): Promise<void> {
  const started = performance.now();
  const status = await ask().then(
    (answer) => answer.status,
    () => 0,
  );
  note(into, status, performance.now() - started);
}
