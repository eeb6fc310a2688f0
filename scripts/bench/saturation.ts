import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Call, PortalClient } from './portal-client.ts';

const run = promisify(execFile);
const CONNECTIONS = '16';

export interface Saturated {
  requests: number;
  requestsPerSecond: number;
  /** Milliseconds, including the time spent in the queue at this load. */
  median: number;
}

/**
 * Measures how many requests the portal answers under full load from wrk: the calls in turn over 16 connections. Throws
 * if one was refused.
 */
export async function saturate(
  url: string,
  client: PortalClient,
  calls: readonly Call[],
  seconds: number,
): Promise<Saturated> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-bench-'));
  try {
    const script = path.join(folder, 'calls.lua');
    await writeFile(script, luaOf(client, calls));
    const { stdout } = await run('wrk', ['-t1', '-c', CONNECTIONS, `-d${seconds}s`, '-s', script, url]);
    const told = /told (\d+) (\d+) (\d+) (\d+)/.exec(stdout);
    if (!told) throw new Error(`wrk did not end as expected: ${stdout}`);
    const [requests, microseconds, refused, median] = told.slice(1).map(Number) as [
      number,
      number,
      number,
      number,
    ];
    if (refused > 0) throw new Error(`${refused} of ${requests} requests failed.`);
    return { requests, requestsPerSecond: requests / (microseconds / 1e6), median: median / 1000 };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function luaOf({ headers }: PortalClient, calls: readonly Call[]): string {
  const header = Object.entries(headers).map(([name, value]) => `[${text(name)}] = ${text(value)}`);
  const requests = calls.map(({ path: address, body }) => {
    const parts = [text(body ? 'POST' : 'GET'), text(address), 'headers'];
    return `wrk.format(${[...parts, ...(body ? [text(JSON.stringify(body))] : [])].join(', ')})`;
  });
  return `
local headers = { ${header.join(', ')} }
local requests = {}
local place = 0
function init(args) requests = { ${requests.join(', ')} } end
function request()
  place = place % #requests + 1
  return requests[place]
end
function done(summary, latency)
  local e = summary.errors
  local failed = e.status + e.connect + e.read + e.write + e.timeout
  io.write(string.format("told %d %d %d %d\\n", summary.requests, summary.duration, failed, latency:percentile(50)))
end
`;
}

/** A Lua string literal for any text. */
const text = (value: string): string => `"${value.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n')}"`;
