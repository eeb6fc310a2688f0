import { readFile, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { mailResetLink } from '../features/passwords/passwords.jobs.ts';
import { withClaims, withTenant } from '../platform/db/transactions.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { SHEET_LIMITS } from '../sheets/sheet-limits.ts';
import { type AtDesk, sitDown } from '../testing/desk.ts';
import { importer } from '../testing/desk-importer.ts';
import { createFundedDeal } from '../testing/factories.ts';
import { HOSTILE_DOCUMENTS, HOSTILE_SHEETS, type HostileFile } from '../testing/hostile-files.ts';
import { openTestPortal, type TestPortal } from '../testing/portal.ts';
import { type Program, startProgram } from '../testing/programs.ts';
import { requiredVariable } from '../testing/required-variable.ts';

/** `npm run prove files` tries all of them. */
const chosen = (files: readonly HostileFile[]) =>
  files
    .filter(({ isQuick }) => isQuick || process.env['HOSTILE_FILES'] === 'all')
    .map((file) => [file.what, file] as const);

const MOST_MEMORY_MB = 600;
const MOST_WAIT_MS = 5_000;
/** The cells of the largest import, which the worker has while it maps them. */
const MOST_OF_IMPORT_MB = 1_000;
const PATIENCE = { timeout: 240_000, interval: 200 };

let portal: TestPortal;
let worker: Program;
let ada: AtDesk;
beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startProgram('worker', {
    DATABASE_URL: portal.database.url,
    S3_BUCKET: requiredVariable('S3_BUCKET'),
    S3_UPLOAD_BUCKET: requiredVariable('S3_UPLOAD_BUCKET'),
  });
  await vi.waitFor(async () => expect((await worker.fetch('/readyz')).status).toBe(200), PATIENCE);
  ada = await sitDown(portal, 'Ada Lane');
});
afterAll(async () => {
  await worker.close();
  await portal.close();
});

const isLeft = async (email: string) => {
  const { rows } = await sql`
    select from graphile_worker._private_jobs where payload ->> 'email' = ${email}`.execute(
    portal.database.db,
  );
  return rows.length > 0;
};

/** What somebody else waits for meanwhile: one job after the other, each with the time that it took. */
function othersWork() {
  let isOver = false;
  const waits: number[] = [];
  const work = async () => {
    while (!isOver) {
      const email = `${crypto.randomUUID()}@nobody.example`;
      const begun = performance.now();
      await withClaims(portal.database.db, {}, (tx) => addJob(tx, mailResetLink, { email }));
      await vi.waitFor(async () => expect(await isLeft(email)).toBe(false), {
        timeout: 60_000,
        interval: 20,
      });
      waits.push(performance.now() - begun);
    }
  };
  const working = work();
  return async () => {
    isOver = true;
    await working;
    return Math.max(...waits);
  };
}

/** The most memory that the worker had since its mark was set back. */
const peakOf = async (pid: number) => {
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
};

async function whileReading(what: string, read: () => Promise<string>, most = MOST_MEMORY_MB): Promise<void> {
  const pid = worker.child.pid ?? 0;
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  const before = await peakOf(pid);
  const done = othersWork();
  const begun = performance.now();
  const outcome = await read();
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const [longest, peak] = [await done(), await peakOf(pid)];
  process.stdout.write(
    `${what}: ${outcome}; ${seconds} s, worker ${before} MB, at most ${peak} MB, others ${Math.round(longest)} ms\n`,
  );
  expect(worker.child.exitCode).toBeNull();
  expect(peak).toBeLessThan(most);
  expect(longest).toBeLessThan(MOST_WAIT_MS);
  const { rows: tries } = await sql<{ attempts: number }>`
    select attempts from graphile_worker._private_jobs where last_error is not null`.execute(
    portal.database.db,
  );
  expect(tries).toEqual([]);
}

test.each(chosen(HOSTILE_SHEETS))(
  'UPLOAD-06 security rule: whoever sends %s reads why it cannot be imported, and nobody else waits',
  async (what, { name, make }) => {
    const bytes = await make();
    await whileReading(`${what} (${bytes.length} bytes)`, async () => {
      const { run_id: runId } = (await ada.post('imports')) as unknown as { run_id: number };
      await importer(ada).upload(runId, name, bytes);
      const run = await vi.waitFor(async () => {
        const read = await importer(ada).read(runId);
        expect(read.files.map(({ state }) => state).join()).not.toMatch(/checking|awaiting/);
        if (read.files.some(({ state }) => state === 'clean')) expect(read.state).toBe('ready');
        return read;
      }, PATIENCE);
      const refused = run.files.find(({ state }) => state === 'refused') as { refusal?: string } | undefined;
      if (!refused) expect(run.blocker ?? '').not.toBe('');
      return refused?.refusal ?? run.problems[0]?.reason ?? run.blocker ?? '';
    });
  },
);

test.each(chosen(HOSTILE_DOCUMENTS))(
  'UPLOAD-06 security rule: a worker that is sent %s checks it apart, and nobody else waits',
  async (what, { name, make }) => {
    const bytes = await make();
    await whileReading(`${what} (${bytes.length} bytes)`, async () => {
      const announced = await ada.post('documents', { file_name: name, file_size: bytes.length });
      const { url, headers, file_id } = announced as unknown as {
        url: string;
        headers: Record<string, string>;
        file_id: string;
      };
      expect((await fetch(url, { method: 'PUT', headers, body: Buffer.from(bytes) })).ok).toBe(true);
      return vi.waitFor(async () => {
        const file = await ada.post(`documents/${file_id}/uploaded`);
        expect(file['state']).toMatch(/^(clean|refused)$/);
        return String(file['refusal'] ?? file['state']);
      }, PATIENCE);
    });
  },
);

/** As many rows as a spreadsheet may have. */
const ROWS = process.env['HOSTILE_FILES'] === 'all' ? SHEET_LIMITS.rows - 1 : 5_000;
const DEALS = 500;

test(`UPLOAD-06 IMPORT-10 a file of ${ROWS} payments is imported, and nobody else waits`, {
  timeout: 3_600_000,
}, async () => {
  const { owner } = portal.database;
  await withTenant(owner, portal.tenantId, async (tx) => {
    for (let nth = 0; nth < DEALS; nth += 1)
      await createFundedDeal(tx, portal.tenantId, { mid: `LARGE-${nth}`, paybackAmount: '9000000' });
  });
  const rows = Array.from({ length: ROWS }, (_, nth) => {
    const day = 1 + (nth % 28);
    return `LARGE-${nth % DEALS},10/${day}/2026,${100 + (nth % 997)}.${10 + (nth % 90)},REF-${nth}`;
  });
  const bytes = Buffer.from(['Deal ID,Payment Date,Amount,Reference', ...rows, ''].join('\n'));
  const desk = importer(ada);
  const untilIn = (runId: number, state: string) =>
    vi.waitFor(
      async () => {
        const run = await desk.read(runId);
        expect(run.state).toBe(state);
        return run;
      },
      { timeout: 1_800_000, interval: 500 },
    );
  const { run_id: runId } = (await ada.post('imports')) as unknown as { run_id: number };
  await whileReading(
    `${ROWS} payments, checked (${bytes.length} bytes)`,
    async () => {
      await desk.upload(runId, 'payments.csv', bytes);
      const { blocker, totals } = await untilIn(runId, 'ready');
      expect(blocker).toBeNull();
      expect(totals).toContainEqual(expect.objectContaining({ figure: 'payments', computed: String(ROWS) }));
      return 'ready';
    },
    MOST_OF_IMPORT_MB,
  );
  await whileReading(
    `${ROWS} payments, imported`,
    async () => {
      const { revision } = await desk.read(runId);
      expect(await ada.post(`imports/${runId}/confirm`, { revision })).toMatchObject({ status: 200 });
      const { counts } = await untilIn(runId, 'done');
      expect(counts).toContainEqual(expect.objectContaining({ kind: 'payments', new: ROWS }));
      return 'done';
    },
    MOST_OF_IMPORT_MB,
  );
});
