import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

test('OPS-26 the settings that we ship for three database machines acknowledge a commit when two of them have it', async () => {
  const { bootstrap, postgresql } = parse(await readFile('deploy/ha/patroni.yml', 'utf8'));
  const { dcs } = bootstrap;
  expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true, failsafe_mode: true });
  expect(dcs.postgresql.parameters).toMatchObject({ synchronous_commit: 'on' });
  // Patroni's own rule: a leader that cannot reach etcd must have given up before its lock is free.
  expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl);
  // Nothing crosses the network in plain text, and nobody comes in without a password.
  const fromNetwork = postgresql.pg_hba.filter((rule: string) => !rule.startsWith('local '));
  expect(fromNetwork).toEqual(fromNetwork.filter((rule: string) => /^hostssl .* scram-sha-256$/.test(rule)));
});

test('OPS-26 the settings that we ship for HAProxy end the connections to a machine that is no longer the leader', async () => {
  const text = await readFile('deploy/ha/haproxy.cfg', 'utf8');
  expect(text).toMatch(/^ {2}option httpchk OPTIONS \/primary$/m);
  expect(text).toMatch(/^ {2}default-server .* on-marked-down shutdown-sessions$/m);
  expect(text.match(/^ {2}server \S+ \S+ check port 8008$/gm)).toHaveLength(3);
});
