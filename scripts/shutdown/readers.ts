import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { portfolioContract } from '../../src/shared/contract/portfolio.ts';
import { wholeBook } from '../whole-book.ts';
import type { Call, Visitor } from './visitor.ts';

export interface Tally {
  sent: number;
  exports: number;
  /** Answers that asked the client to use another connection. */
  retold: number;
  failures: string[];
  longestMs: number;
}

/** The end of a complete spreadsheet file, which is the end of a zip file. */
const END_OF_ZIP = Buffer.from('PK\x05\x06', 'latin1');
/** Simulated users, who look at a page for a moment before the next request. */
const PAUSE_MS = 20;

/** Simulated users, each with a persistent connection of their own. One of them downloads spreadsheets all the time. */
export function keepAsking(visitor: Visitor, readers: number) {
  const tally: Tally = { sent: 0, exports: 0, retold: 0, failures: [], longestMs: 0 };
  let isOver = false;

  async function read(calls: readonly Call[]): Promise<void> {
    const agent = visitor.connection.newAgent();
    for (let turn = 0; !isOver; turn += 1) {
      const call = calls[turn % calls.length];
      if (!call) break;
      const started = performance.now();
      tally.sent += 1;
      try {
        const { status, headers, body } = await visitor.ask(agent, call);
        if (status !== 200) tally.failures.push(`${call.path} answered ${status}`);
        else if (call.path === exportPath) {
          if (body.subarray(-22).includes(END_OF_ZIP)) tally.exports += 1;
          else tally.failures.push(`${call.path} ended early`);
        }
        if (headers.connection === 'close') {
          tally.retold += 1;
          if (!visitor.connection.hasAnother) break;
        }
      } catch (error) {
        tally.failures.push(`${call.path}: ${(error as NodeJS.ErrnoException).code ?? error}`);
      }
      tally.longestMs = Math.max(tally.longestMs, performance.now() - started);
      await setTimeout(PAUSE_MS);
    }
    agent.destroy();
  }

  const { pages, download } = callsOf(visitor);
  const all = Array.from({ length: readers }, (_, index) => read(index === 0 ? [download] : pages));
  return {
    async end(): Promise<Tally> {
      isOver = true;
      await Promise.all(all);
      return tally;
    },
  };
}

const { portfolioTotals, participations, exportParticipations } = portfolioContract;
const exportPath = exportParticipations.path;

function callsOf({ syndicateId }: Visitor): { pages: Call[]; download: Call } {
  const choice = wholeBook(syndicateId);
  return {
    pages: [
      { path: '/' },
      { path: portfolioTotals.path.replace(':syndication_id', String(syndicateId)) },
      {
        path: participations.path,
        body: z.encode(participations.body, { ...choice, page: 1, length: 25 }) as object,
      },
    ],
    download: {
      path: exportPath,
      body: z.encode(exportParticipations.body, {
        ...choice,
        view: undefined,
      }) as object,
    },
  };
}
