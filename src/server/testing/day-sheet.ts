import { expect, vi } from 'vitest';
import type { Answer, AtDesk } from './desk.ts';

export interface DroppedSheet extends Answer {
  file_id: string;
  state: string;
  check_number: number;
}

const SETTLED = /^(columns|checked|posted|unreadable)$/;

/** Waits until a spreadsheet that was dropped needs a person again. */
export const settledSheet = (
  desk: AtDesk,
  fileId: string,
  states = SETTLED,
  timeout = 60_000,
): Promise<DroppedSheet> =>
  vi.waitFor(
    async () => {
      const sheet = (await desk.get(`day_sheets/${fileId}`)) as DroppedSheet;
      expect(sheet.state).toMatch(states);
      return sheet;
    },
    { timeout, interval: 50 },
  );

/** Drops a spreadsheet at the desk as a browser does. */
export async function dropSheet(
  desk: AtDesk,
  name: string,
  content: Uint8Array | string,
): Promise<DroppedSheet> {
  const bytes = Buffer.from(content);
  const announced = (await desk.post('day_sheets', {
    file_name: name,
    file_size: bytes.length,
  })) as unknown as {
    status: number;
    file_id: string;
    url: string;
    headers: Record<string, string>;
  };
  expect(announced.status).toBe(200);
  const { url, headers } = announced;
  expect((await fetch(url, { method: 'PUT', headers, body: bytes })).ok).toBe(true);
  expect((await desk.post(`day_sheets/${announced.file_id}/uploaded`)).status).toBe(200);
  return settledSheet(desk, announced.file_id);
}
