import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Service {
  image: string;
  build?: string;
  user?: string;
  networks?: string[] | Record<string, { ipv4_address?: string } | null>;
  network_mode?: string;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  pids_limit?: number;
  mem_limit?: string;
}

const { services, networks } = parse(await readFile('compose.yaml', 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean } | null>;
};
const named = Object.entries(services);
const networksOf = ({ networks = [] }: Service) =>
  Array.isArray(networks) ? networks : Object.keys(networks);

/** What an image's own start needs before it gives up being root. */
const CAPABILITIES: Record<string, string[]> = {
  certificates: ['CHOWN'],
  proxy: ['CHOWN', 'NET_BIND_SERVICE', 'SETGID', 'SETUID'],
  s3: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
  clamav: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
};
/** The start of the one writes its configuration, and where the other writes beside its data is not known. */
const WRITABLE = ['clamav', 's3'];

test.each(named)(
  'OPS-16 the container of %s has no rights, memory or processes beyond its work',
  (name, service) => {
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.cap_add ?? []).toEqual(CAPABILITIES[name] ?? []);
    expect(service.security_opt).toContain('no-new-privileges:true');
    expect(service.read_only ?? false).toBe(!WRITABLE.includes(name));
    expect(service.pids_limit).toBeGreaterThan(0);
    expect(service.mem_limit).toMatch(/^\d+[mg]$/);
  },
);

test('OPS-16 images are named by an exact version', () => {
  for (const [name, { image, build }] of named)
    if (!build) expect([name, image]).toEqual([name, expect.stringMatching(/:v?\d+\.\d+(\.\d+)?$|@sha256:/)]);
  for (const name of ['proxy', 'clamav', 'prometheus'])
    expect(services[name]?.image).toMatch(/:v?\d+\.\d+\.\d+$/);
});

test('OPS-16 only what has to reach the internet can, and the proxy meets the api on the inside alone', () => {
  const ways = Object.fromEntries(
    named.map(([name, service]) => [name, networksOf(service).filter((one) => !networks[one]?.internal)]),
  );
  expect(ways).toEqual({
    certificates: [],
    proxy: ['published'],
    api: ['egress'],
    'api-2': ['egress'],
    worker: ['egress'],
    clamav: ['egress'],
    migrate: [],
    postgres: [],
    s3: [],
    backup: [],
    restore: [],
    prometheus: [],
  });
  // Whoever signs certificates has no network at all.
  expect(services['certificates']).toMatchObject({ network_mode: 'none' });
  for (const [name, service] of named.filter(([one]) => one !== 'certificates'))
    expect([name, networksOf(service)]).toEqual([name, expect.arrayContaining(['inside'])]);
});

test('OPS-16 settings can be handed over by systemd, decrypted for the process alone', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'credentials-'));
  await writeFile(path.join(folder, 'portal.env'), "DATABASE_URL='from the credential'\n");
  // The program of that name tells what it was given.
  const node = path.join(folder, 'node');
  await writeFile(node, '#!/bin/sh\nprintf %s "$DATABASE_URL"\n', { mode: 0o755 });
  const env = { PATH: `${folder}:${process.env['PATH']}`, CREDENTIALS_DIRECTORY: folder };
  const { stdout } = await promisify(execFile)('deploy/portal', ['doctor'], { env });
  expect(stdout).toBe('from the credential');
  await rm(folder, { recursive: true });
});

const DIRECTIVES = [
  'ProtectSystem=strict',
  'ProtectHome=true',
  'ProtectProc=invisible',
  'ProcSubset=pid',
  'ProtectClock=true',
  'ProtectHostname=true',
  'ProtectKernelTunables=true',
  'ProtectKernelModules=true',
  'ProtectKernelLogs=true',
  'ProtectControlGroups=true',
  'PrivateTmp=true',
  'PrivateDevices=true',
  'PrivateUsers=true',
  'NoNewPrivileges=true',
  'CapabilityBoundingSet=',
  'AmbientCapabilities=',
  'RestrictNamespaces=true',
  'RestrictRealtime=true',
  'RestrictSUIDSGID=true',
  'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX',
  'LockPersonality=true',
  'RemoveIPC=true',
  'SystemCallArchitectures=native',
  'SystemCallFilter=@system-service',
  'SystemCallFilter=~@privileged @resources',
  'UMask=0077',
];

test('OPS-16 the units of systemd take away whatever Node and a backup do not need', async () => {
  const [lines = [], ofBackup = []] = await Promise.all(
    ['deploy/portal@.service', 'deploy/portal-backup.service'].map(async (file) =>
      (await readFile(file, 'utf8')).split('\n'),
    ),
  );
  expect(DIRECTIVES.filter((directive) => !lines.includes(directive))).toEqual([]);
  expect(DIRECTIVES.filter((directive) => !ofBackup.includes(directive))).toEqual([]);
  // V8 compiles at run time, so pages that are writable and then executable cannot be denied.
  expect(lines).not.toContain('MemoryDenyWriteExecute=true');
});
