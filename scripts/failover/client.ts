import { setTimeout } from 'node:timers/promises';
import type { Attempt, Ledger } from './ledger.ts';

/** What a proxy allows an answer. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 1_000;
const MOST_SECONDS = 10;

/** Refusals that say: later. Whoever imports or posts is told that the attempt before is still running. */
const LATER = new Set(['import_running', 'posting_running', 'server_busy']);

export type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

/**
 * Sends a request until it is answered, as a browser and a funder's system do: with the same key and content each time, to the next api
 * process, after as long as Retry-After says. Returns the answer, or null where it was refused for good.
 */
export async function persist(
  { ledger, urls, isOver }: { ledger: Ledger; urls: readonly string[]; isOver: () => boolean },
  of: Attempt['of'],
  send: (fetchFrom: Fetch) => Promise<Response>,
): Promise<string | null> {
  for (let turn = Math.floor(Math.random() * urls.length); ; turn += 1) {
    const url = urls[turn % urls.length] ?? '';
    let pause = PAUSE_MS;
    try {
      const response = await send((path, init) =>
        fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }),
      );
      const text = await response.text();
      if (response.ok) return text;
      const code = /"code":"(\w+)"/.exec(text)?.[1] ?? '';
      if (response.status < 500 && !LATER.has(code)) {
        ledger.refusals.push(`${new URL(response.url).pathname} ${response.status} ${code}`);
        return null;
      }
      const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
      const isTold = Number.isFinite(retryAfter);
      if (isTold) pause = Math.min(retryAfter, MOST_SECONDS) * 1000;
      if (!LATER.has(code)) ledger.failed(of, `${response.status}${isTold ? ' with Retry-After' : ''}`);
    } catch (error) {
      const { name, cause } = error as Error;
      ledger.failed(of, (cause as { code?: string } | undefined)?.code ?? name);
    }
    if (isOver()) return null;
    await setTimeout(pause);
  }
}
