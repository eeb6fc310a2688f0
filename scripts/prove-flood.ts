/**
 * Shows that a flood of sign-ins does not keep an owner out: 120 at once, all the time, each with a solved captcha, an unknown name and an
 * address of its own, while the owner signs in several times on a device that has signed in before. Fails unless the owner gets in every
 * time within two seconds, from asking for the captcha to the session.
 *   npm run prove flood       AT_ONCE (120), TIMES (5) and WITHIN_MS (2000) can be set
 */
import { setTimeout } from 'node:timers/promises';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { freePort } from '../src/server/testing/private-postgres.ts';
import { authContract } from '../src/shared/contract/auth.ts';
import { createDemoDatabase } from './demo-data/fresh-database.ts';
import { quantile } from './quantile.ts';
import { startApi } from './shutdown/api.ts';
import { type Answer, fetchFrom } from './shutdown/visitor.ts';

const AT_ONCE = Number(process.env['AT_ONCE'] ?? 120);
const TIMES = Number(process.env['TIMES'] ?? 5);
const WITHIN_MS = Number(process.env['WITHIN_MS'] ?? 2000);
/** How many captchas each place of the flood has solved before. */
const CAPTCHAS = 3;
/** The owner comes when the flood is there, and after a short while again. */
const PAUSE_MS = 200;
/** Whoever is refused comes again sooner than it was told, but not more often than the proxy lets one address. */
const AGAIN_MS = 200;
const CALM_MS = 45_000;
const OWNER = { username: 'dana@northgate.example', password: 'Harbor-demo-2026' };

const { settings, drop } = await createDemoDatabase('portal_prove_flood');
const port = await freePort();
const origin = `http://localhost:${port}`;
const api = await startApi(port, { ...settings, PUBLIC_ORIGIN: origin, LOG_LEVEL: 'fatal' });
const connection = api.connect(origin);
try {
  const home = visitorAt('198.51.100.7');
  const first = await home.signIn(OWNER, await home.solve());
  if (first.status !== 200) throw new Error(`The owner's first sign-in answered ${first.status}.`);
  const cookie = (first.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
  const owner = visitorAt('198.51.100.7', cookie);
  console.log(`idle: the owner on a known device ${inMs(await timeOf(() => enter(owner)))}`);
  const captchas: string[] = [];
  for (let made = 0; made < AT_ONCE * CAPTCHAS; made += 1) captchas.push(await home.solve());
  const flood = startFlood(captchas);
  const taken: number[] = [];
  for (let time = 1; time <= TIMES; time += 1) {
    await setTimeout(PAUSE_MS);
    let answer: Entered = { status: 0, cost: 0 };
    const took = await timeOf(async () => {
      answer = await enter(owner);
    });
    taken.push(took);
    const isGood = answer.status === 200 && took <= WITHIN_MS;
    console.log(
      `  the owner, time ${time}: ${answer.status} in ${inMs(took)}, captcha cost ${answer.cost}, ${captchas.length} captchas left: ${isGood ? 'good' : 'NOT GOOD'}`,
    );
    if (!isGood) process.exitCode = 1;
  }
  const { statuses, times } = await flood.end();
  console.log(
    `${AT_ONCE} at once: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}; p50 ${inMs(quantile(times, 0.5))}, p95 ${inMs(quantile(times, 0.95))}; the owner at most ${inMs(Math.max(...taken))}`,
  );
  await setTimeout(CALM_MS);
  console.log(`after ${CALM_MS / 1000} s: captcha cost ${(await owner.challenge()).parameters.cost}`);
} finally {
  await api.stop();
  await drop();
}
process.exit();

/** So many sign-ins under way until it is ended. A captcha is used again if nobody looked at it. */
function startFlood(captchas: string[]) {
  const [statuses, times] = [new Map<number, number>(), [] as number[]];
  let isOver = false;
  const all = Array.from({ length: AT_ONCE }, async (_, index) => {
    const stranger = visitorAt(`10.0.${index >> 8}.${index & 255}`);
    for (let turn = 0; !isOver; turn += 1) {
      const captcha = captchas.pop();
      if (captcha === undefined) return;
      const start = performance.now();
      const who = { username: `nobody${index}x${turn}@nowhere.example`, password: 'a guess' };
      const { status } = await stranger.signIn(who, captcha);
      times.push(performance.now() - start);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== 503) continue;
      captchas.push(captcha);
      await setTimeout(AGAIN_MS);
    }
  });
  return {
    async end() {
      isOver = true;
      await Promise.all(all);
      return { statuses, times };
    },
  };
}

interface Entered {
  status: number;
  cost: number;
}

function visitorAt(address: string, cookie?: string) {
  const agent = connection.newAgent();
  const headers = { 'x-forwarded-for': address, ...(cookie && { cookie }) };
  const challenge = async () => {
    const { body } = await fetchFrom(connection, agent, {
      path: authContract.captchaChallenge.path,
      headers,
    });
    return (JSON.parse(body.toString()) as { challenge: Challenge }).challenge;
  };
  const answerTo = async (task: Challenge) => {
    const solution = await solveChallenge({ challenge: task, deriveKey });
    return Buffer.from(JSON.stringify({ challenge: task, solution })).toString('base64');
  };
  return {
    challenge,
    answerTo,
    solve: async () => answerTo(await challenge()),
    signIn: (who: typeof OWNER, recaptcha: string): Promise<Answer> =>
      fetchFrom(connection, agent, {
        path: authContract.requestToken.path,
        headers,
        body: { grant_type: 'password', ...who, recaptcha },
      }),
  };
}

async function enter(owner: ReturnType<typeof visitorAt>): Promise<Entered> {
  const task = await owner.challenge();
  const { status } = await owner.signIn(OWNER, await owner.answerTo(task));
  return { status, cost: task.parameters.cost };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function inMs(time: number): string {
  return `${time.toFixed(0)} ms`;
}
