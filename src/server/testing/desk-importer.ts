import { expect, vi } from 'vitest';
import type { Answer, AtDesk } from './desk.ts';

interface Announced {
  file_id: string;
  url: string;
  headers: Record<string, string>;
}

/** An import as the desk answers it. */
export interface ShownRun {
  state: string;
  revision: number;
  blocker: string | null;
  failure: string | null;
  files: {
    file_id: string;
    file_name: string;
    state: string;
    kind: string | null;
    remembered: boolean;
    rows: number;
    totals_lines: number[];
    columns: {
      name: string;
      field: string | null;
      unit: string | null;
      samples: string[];
      read_as: string[];
      read: number;
    }[];
  }[];
  counts: { kind: string; new: number; changed: number; unchanged: number; refused: number; bad: number }[];
  problems: {
    key: string;
    kind: string;
    field: string;
    reason: string;
    outcome: string;
    fix: string | null;
    is_namesake?: boolean;
    count: number;
    is_left_out: boolean;
    values: { value: string; count: number; lines: number[]; suggested?: string[]; about?: string }[];
  }[];
  changes: { kind: string; external_id: string; field: string; before: string; after: string }[];
  totals: { figure: string; given: string | null; computed: string }[];
  meanings: object[];
  constants: object[];
  syndicates: { name: string }[];
}

interface Plan {
  meanings?: object[];
  constants?: object[];
  problems_left_out?: string[];
  totals?: object[];
  /** Other kinds and columns than those that were found. */
  files?: object[];
}

/** What somebody at the desk does to import files. A worker must be running. */
export function importer(person: AtDesk) {
  const read = async (runId: number) => (await person.get(`imports/${runId}`)) as Answer & ShownRun;

  const settled = (runId: number, isLong = false) =>
    vi.waitFor(
      async () => {
        const run = await read(runId);
        expect(run.state).not.toMatch(/checking|importing|undoing/);
        expect(run.files.map(({ state }) => state).join()).not.toMatch(/checking|awaiting/);
        if (run.files.some(({ state }) => state === 'clean')) expect(run.state).not.toBe('open');
        return run;
      },
      { timeout: isLong ? 90_000 : 30_000, interval: 100 },
    );

  async function upload(runId: number, name: string, bytes: Uint8Array): Promise<string> {
    const announced = (await person.post(`imports/${runId}/files`, {
      file_name: name,
      file_size: bytes.length,
    })) as unknown as Announced;
    const sent = await fetch(announced.url, {
      method: 'PUT',
      headers: announced.headers,
      body: Buffer.from(bytes),
    });
    expect(sent.ok).toBe(true);
    await person.post(`imports/${runId}/files/${announced.file_id}/uploaded`);
    return announced.file_id;
  }

  return {
    read,
    settled,
    upload,
    /** Begins an import with files, and waits until it is checked. */
    async start(files: Readonly<Record<string, Uint8Array | string>>) {
      const { run_id: runId } = (await person.post('imports')) as unknown as { run_id: number };
      for (const [name, bytes] of Object.entries(files))
        await upload(runId, name, typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
      return { runId, run: await settled(runId) };
    },
    /** The same for one file, of which is said what its rows are. */
    async startOf(kind: string, name: string, text: string) {
      const { runId, run } = await this.start({ [name]: text });
      const files = run.files.map(({ file_id }) => ({ file_id, kind, columns: [] }));
      return { runId, run: await this.plan(runId, { files }) };
    },
    /** Changes the plan, and waits until it is checked. */
    async plan(
      runId: number,
      { meanings = [], constants = [], problems_left_out = [], totals = [], files }: Plan,
    ) {
      // Files whose check has just ended have the import checked again, so that the plan may be of an older one.
      for (let status = 409; status === 409; ) {
        const { revision, files: found } = await settled(runId);
        const kept = found.map(({ file_id, kind, columns }) => ({
          ...{ file_id, kind },
          columns: columns.flatMap(({ name, field }) => (field === null ? [] : [{ name, field }])),
        }));
        const body = { revision, files: files ?? kept, meanings, constants, problems_left_out, totals };
        ({ status } = await person.put(`imports/${runId}/plan`, body));
        expect([200, 409]).toContain(status);
      }
      return settled(runId);
    },
    async confirm(runId: number) {
      const { revision } = await read(runId);
      const answer = await person.post(`imports/${runId}/confirm`, { revision });
      expect(answer).toMatchObject({ status: 200 });
      return settled(runId, true);
    },
    async undo(runId: number) {
      expect(await person.post(`imports/${runId}/undo`)).toMatchObject({ status: 200 });
      return settled(runId, true);
    },
  };
}
