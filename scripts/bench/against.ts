import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../src/server/testing/private-postgres.ts';
import { quantile } from '../quantile.ts';
import type { Case } from './cases.ts';
import { signIn } from './portal-client.ts';

export const HERE = path.resolve(import.meta.dirname, '../..');

export interface Portal {
  url: string;
  stop(): Promise<void>;
}

/** Starts the api from a folder's sources on a database. All other settings come from the environment. */
export async function startPortal(folder: string, databaseUrl: string): Promise<Portal> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    PUBLIC_ORIGIN: url,
    LOG_LEVEL: 'warn',
  };
  const child: ChildProcess = spawn(process.execPath, [path.join(folder, 'src/server/api.ts')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const deadline = Date.now() + 120_000;
  while (!(await fetch(`${url}/healthz`).catch(() => null))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`The portal of ${folder} does not start.`);
    await setTimeout(200);
  }
  return {
    url,
    async stop() {
      child.kill('SIGKILL');
    },
  };
}

/** Checks out another commit's sources, which use the libraries of this one. */
function checkOut(ref: string): { folder: string; remove(): void } {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), 'portal-against-')), 'tree');
  execFileSync('git', ['worktree', 'add', '--detach', folder, ref], { cwd: HERE, stdio: 'ignore' });
  symlinkSync(path.join(HERE, 'node_modules'), path.join(folder, 'node_modules'));
  return {
    folder,
    remove() {
      execFileSync('git', ['worktree', 'remove', '--force', folder], { cwd: HERE, stdio: 'ignore' });
      rmSync(path.dirname(folder), { recursive: true });
    },
  };
}

export interface Comparison {
  ref: string;
  databaseUrl: string;
  login: string;
  password: string;
  requests: number;
}

/**
 * Sends requests to this version and to that of `ref` in turn, one at a time and on the same database, so that other load on
 * the machine affects both equally.
 */
export async function compareWith(
  { ref, databaseUrl, login, password, requests }: Comparison,
  casesOfBook: (url: string) => Promise<readonly Case[]>,
): Promise<void> {
  const other = checkOut(ref);
  const portals: Portal[] = [];
  try {
    portals.push(await startPortal(other.folder, databaseUrl), await startPortal(HERE, databaseUrl));
    const [before, after] = portals as [Portal, Portal];
    console.log(
      `| call | ${ref}, p50 | this one, p50 | ratio | p10 | p10 | ratio |\n|---|---|---|---|---|---|---|`,
    );
    const ratios: Ratios[] = [];
    for (const { name, variants } of await casesOfBook(after.url)) {
      // A token is valid for five minutes.
      const clients = await Promise.all([before, after].map(({ url }) => signIn(url, login, password)));
      const times: [number[], number[]] = [[], []];
      const warmUp = Math.max(30, variants.length);
      for (let round = 0; round < warmUp + requests; round += 1) {
        const variant = variants[round % variants.length];
        if (!variant) break;
        for (const side of round % 2 === 0 ? [0, 1] : [1, 0]) {
          const taken = (await clients[side]?.time(variant.call))?.server ?? 0;
          if (round >= warmUp) times[side as 0 | 1].push(taken);
        }
      }
      const cells = QUANTILES.map((part) => {
        const [then, now] = times.map((of) => quantile(of, part)) as [number, number];
        return { then, now, ratio: now / then };
      });
      ratios.push(cells.map(({ ratio }) => ratio));
      const told = cells.map(
        ({ then, now, ratio }) => `${then.toFixed(2)} | ${now.toFixed(2)} | ${ratio.toFixed(3)}`,
      );
      console.log(`| ${name} | ${told.join(' | ')} |`);
    }
    const means = QUANTILES.map((_, index) => geometricMean(ratios.map((of) => of[index] ?? 1)).toFixed(3));
    console.log(`\nAll calls together, geometric mean of the ratios: ${means[0]} at p50, ${means[1]} at p10`);
  } finally {
    await Promise.all(portals.map((portal) => portal.stop()));
    other.remove();
  }
}

type Ratios = readonly number[];

/** On a busy machine the faster requests say more about the program, because other load did not slow them down. */
const QUANTILES = [0.5, 0.1];

const geometricMean = (numbers: readonly number[]): number =>
  Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length);
