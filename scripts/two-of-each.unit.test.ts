import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Service {
  networks?: Record<string, { ipv4_address?: string } | null>;
  extra_hosts?: string[];
  depends_on?: Record<string, object>;
}

const compose = parse(await readFile('compose.yaml', 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
  networks: { inside: { ipam: { config: { ip_range?: string }[] } } };
};
const nginx = await readFile('deploy/nginx.conf', 'utf8');
const upstream = /^upstream portal_api \{\n([\s\S]*?)^\}/m.exec(nginx)?.[1] ?? '';
const servers = [...upstream.matchAll(/^ {2}server ([\w-]+):3000 max_fails=0;$/gm)].map(([, name]) => name);

test('OPS-50 nginx knows two api processes, and each keeps its address when its container is replaced', () => {
  expect(servers).toEqual(['api', 'api-2']);
  const addresses = servers.map((name) => compose.services[name ?? '']?.networks?.['inside']?.ipv4_address);
  expect(new Set(addresses).size).toBe(2);
  const { extra_hosts: known, depends_on: after } = compose.services['proxy'] ?? {};
  expect(known).toEqual(servers.map((name, index) => `${name}:${addresses[index]}`));
  expect(after).toMatchObject({ api: {}, 'api-2': {} });
  // Addresses that Docker hands out are others, so that none of them is taken while its owner is away.
  expect(compose.networks.inside.ipam.config[0]?.ip_range).toBe('172.30.7.128/25');
  for (const address of addresses) expect(Number(address?.split('.')[3])).toBeLessThan(128);
});

test('OPS-50 security rule: nginx sends no command to a second process once the first may have got it', () => {
  const repeated = [...nginx.matchAll(/^\s*proxy_next_upstream (.*);$/gm)].map(([, when]) => when);
  expect(repeated).toEqual(['error timeout']);
});

test('OPS-50 systemd runs as many of each as there are ports, each with the release that is current when it starts', async () => {
  const unit = (await readFile('deploy/portal@.service', 'utf8')).split('\n');
  expect(unit).toContain(
    'ExecStart=/usr/bin/env PORT=%i WORKER_PORT=%i /opt/portal/current/deploy/portal %j',
  );
});
