import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startPgBouncer } from '../../src/server/testing/pgbouncer.ts';
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
export async function startPortal(
  folder: string,
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Portal> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    PUBLIC_ORIGIN: url,
    LOG_LEVEL: 'warn',
    ...settings,
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
  databaseUrl: string;
  login: string;
  password: string;
  requests: number;
}

type CasesOfBook = (url: string) => Promise<readonly Case[]>;

/** Compares this version with that of `ref`. */
export async function compareWith(
  ref: string,
  comparison: Comparison,
  casesOfBook: CasesOfBook,
): Promise<void> {
  const other = checkOut(ref);
  const { databaseUrl } = comparison;
  try {
    const starts = [() => startPortal(other.folder, databaseUrl), () => startPortal(HERE, databaseUrl)];
    await compare([`${ref}, p50`, 'this one, p50'], starts, comparison, casesOfBook);
  } finally {
    other.remove();
  }
}

/** Compares this version with itself behind PgBouncer, started from that program. */
export async function compareWithPooler(
  program: string,
  comparison: Comparison,
  casesOfBook: CasesOfBook,
): Promise<void> {
  const { databaseUrl } = comparison;
  const pgbouncer = await startPgBouncer(program, databaseUrl);
  const direct = { DATABASE_DIRECT_URL: databaseUrl };
  try {
    const starts = [
      () => startPortal(HERE, databaseUrl),
      () => startPortal(HERE, pgbouncer.through(databaseUrl), direct),
    ];
    await compare(['directly, p50', `${pgbouncer.version}, p50`], starts, comparison, casesOfBook);
  } finally {
    await pgbouncer.stop();
  }
}

/**
 * Sends requests to two portals in turn, one at a time and on the same database, so that other load on the machine affects both
 * equally.
 */
async function compare(
  titles: readonly string[],
  starts: readonly (() => Promise<Portal>)[],
  { login, password, requests }: Comparison,
  casesOfBook: CasesOfBook,
): Promise<void> {
  const portals: Portal[] = [];
  try {
    for (const start of starts) portals.push(await start());
    const [before, after] = portals as [Portal, Portal];
    console.log(
      `| call | ${titles.join(' | ')} | ratio | p10 | p10 | ratio |\n|---|---|---|---|---|---|---|`,
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
  }
}

type Ratios = readonly number[];

/** On a busy machine the faster requests say more about the program, because other load did not slow them down. */
const QUANTILES = [0.5, 0.1];

const geometricMean = (numbers: readonly number[]): number =>
  Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length);
