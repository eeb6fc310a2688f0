import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../src/server/testing/private-postgres.ts';
import type { Case } from './cases.ts';
import { signIn } from './portal-client.ts';

const HERE = path.resolve(import.meta.dirname, '../..');

interface Portal {
  url: string;
  stop(): Promise<void>;
}

/** The api of a folder's sources on a database; it takes everything else from the environment. */
async function startPortal(folder: string, databaseUrl: string): Promise<Portal> {
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

/** Another commit's sources with this one's libraries. */
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
 * Asks this version and the one of `ref` in turn, on the same database, one request at a time, so that whatever else the
 * machine does meanwhile meets both alike.
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
    console.log(`| call | ${ref}, p50 | this one, p50 | ratio |\n|---|---|---|---|`);
    const ratios: number[] = [];
    for (const { name, variants } of await casesOfBook(after.url)) {
      // A token lives for five minutes.
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
      const [then, now] = times.map(median) as [number, number];
      ratios.push(now / then);
      console.log(`| ${name} | ${then.toFixed(2)} | ${now.toFixed(2)} | ${(now / then).toFixed(3)} |`);
    }
    const middle = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
    console.log(`\nAll calls together: ${middle.toFixed(3)} of ${ref} (geometric mean)`);
  } finally {
    await Promise.all(portals.map((portal) => portal.stop()));
    other.remove();
  }
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
