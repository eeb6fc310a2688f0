import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Machine, type MachineOptions, ownerSettings } from './machine.ts';

/** Debian with its own systemd, which runs deploy/portal@.service as it is. It has this machine's network. */
const PACKAGES = 'systemd,systemd-sysv,dbus,mawk,ca-certificates';

/** The same machine as openMachine's, with systemd: takes root, mmdebstrap and systemd-nspawn. ROOTFS names a file that was made before. */
export async function openContainer({
  folder,
  releases,
  settings,
  ownerUrl,
  apiPorts,
  workerPort,
}: MachineOptions): Promise<Machine> {
  const rootfs = path.join(folder, 'rootfs');
  await mkdir(rootfs, { recursive: true });
  const ready = process.env['ROOTFS'];
  if (ready) execFileSync('tar', ['-xf', ready, '-C', rootfs]);
  else execFileSync('mmdebstrap', ['--variant=minbase', `--include=${PACKAGES}`, 'bookworm', rootfs]);
  const inside = (name: string) => path.join(rootfs, name);
  await copyFile(process.execPath, inside('usr/local/bin/node'));
  execFileSync('chroot', [rootfs, 'useradd', '--system', '--home', '/opt/portal', 'portal']);
  await mkdir(inside('etc/portal/tls'), { recursive: true });
  const files = Object.entries(settings).filter(([name]) => name.startsWith('TLS_'));
  for (const [name, file] of files) await copyFile(file, inside(`etc/portal/tls/${name}`));
  execFileSync('chroot', [rootfs, 'chown', '-R', 'portal:', '/etc/portal/tls']);
  const all = {
    ...servicesOf(process.env),
    ...settings,
    ...Object.fromEntries(files.map(([name]) => [name, `/etc/portal/tls/${name}`])),
    // The services here have published passwords, with which production does not start.
    NODE_ENV: 'development',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}='${value}'\n`);
  await writeFile(inside('etc/portal/portal.env'), lines.join(''));
  await writeFile(inside('etc/portal/owner.env'), ownerSettings(ownerUrl));
  for (const name of ['api', 'worker'])
    await copyFile('deploy/portal@.service', inside(`etc/systemd/system/portal-${name}@.service`));
  await cp('deploy/install-release', inside('usr/local/bin/install-release'));

  const child = spawn(
    'systemd-nspawn',
    [
      ...['--quiet', '--boot', '--register=no', '--keep-unit', `--directory=${rootfs}`],
      ...[`--machine=upgrade-${process.pid}`, `--bind-ro=${releases}:/srv/releases`],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = once(child, 'exit');
  const leader = await firstChildOf(child.pid ?? 0);
  const run = (...command: string[]): string =>
    execFileSync('nsenter', ['--target', leader, '--all', '--wdns=/', 'env', '-i', PATH, ...command], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  for (let tries = 0; !isUp(run); tries += 1) {
    if (tries === 100) throw new Error('systemd does not start in the container.');
    await setTimeout(200);
  }
  return {
    // Not synchronously: those who use the portal meanwhile are in this process.
    install: (release) =>
      runToEnd('nsenter', [
        ...['--target', leader, '--all', '--wdns=/', 'env', '-i', PATH, 'install-release'],
        release.startsWith('-') ? release : `/srv/releases/${path.basename(release)}`,
      ]),
    async start() {
      run('systemctl', 'enable', '--now', ...unitsOf(workerPort, apiPorts));
      for (const port of [workerPort, ...apiPorts])
        for (
          let tries = 0;
          !succeeds(() => run('/opt/portal/current/deploy/portal', 'ready', String(port)));
          tries += 1
        ) {
          if (tries === 100) throw new Error(run('journalctl', '--no-pager', '-n', '30', '-u', 'portal-*'));
          await setTimeout(300);
        }
    },
    async stop() {
      run('systemctl', 'stop', ...unitsOf(workerPort, apiPorts));
      child.kill('SIGTERM');
      await Promise.race([ended, setTimeout(15_000).then(() => child.kill('SIGKILL'))]);
    },
  };
}

const PATH = 'PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin';

const unitsOf = (workerPort: number, apiPorts: readonly number[]) => [
  `portal-worker@${workerPort}`,
  ...apiPorts.map((port) => `portal-api@${port}`),
];

/** Of the services of development, those that the portal is told of. */
const servicesOf = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) =>
      /^(S3|SMTP|CLAMD|PASSWORD|SIGN_IN|ENCRYPTION)_|^MAIL_FROM$/.test(name),
    ),
  );

async function firstChildOf(pid: number): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = succeeds(() => execFileSync('pgrep', ['-P', String(pid)]));
    if (found)
      return (
        execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
          .trim()
          .split('\n')[0] ?? ''
      );
    await setTimeout(100);
  }
  throw new Error('The container does not start.');
}

const isUp = (run: (...command: string[]) => string): boolean =>
  succeeds(() => run('systemctl', 'is-active', 'multi-user.target'));

function succeeds(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

async function runToEnd(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk;
    });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`install-release ended with ${code}: ${said}`);
  return said;
}
