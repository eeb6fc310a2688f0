import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { mkdir, open, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { freePort } from '../../src/server/testing/private-postgres.ts';
import { AS_POSTGRES, type Daemon, signal, signalTree, startDaemon } from './processes.ts';

export interface NodeSettings {
  folder: string;
  patroni: readonly string[];
  postgresBin: string;
  /** Preloaded, it lets the node's clock be stepped. */
  clockLibrary: string | null;
  etcd: readonly string[];
  passwords: Record<'superuser' | 'replication' | 'rewind' | 'restapi', string>;
}

export type DatabaseNode = Awaited<ReturnType<typeof startNode>>;

const HOST = '127.0.0.1';
/** What a node's data may take, so that its disk can be filled. */
const DISK = '1g';

/** One machine of the cluster: Patroni and PostgreSQL with deploy/ha/patroni.yml, adapted to this machine, on a disk of its own. */
export async function startNode(number: number, settings: NodeSettings) {
  const name = `db${number}`;
  const folder = path.join(settings.folder, name);
  const disk = path.join(folder, 'disk');
  const data = path.join(disk, 'data');
  const filler = path.join(disk, 'filler');
  const clock = path.join(folder, 'clock');
  const port = await freePort();
  const rest = `http://${HOST}:${await freePort()}`;
  await mkdir(disk, { recursive: true });
  const hasOwnDisk = mount(disk);
  await writeFile(clock, Buffer.alloc(8));
  await writeFile(path.join(folder, 'patroni.yml'), await configurationOf());
  if (AS_POSTGRES.length > 0) execFileSync('chown', ['-R', 'postgres:', folder]);

  async function configurationOf(): Promise<string> {
    const shipped = parse(await readFile('deploy/ha/patroni.yml', 'utf8'));
    const { host: restAddress } = new URL(rest);
    const { postgresql } = shipped;
    shipped.name = name;
    Object.assign(shipped.restapi, { listen: restAddress, connect_address: restAddress });
    shipped.etcd3.hosts = settings.etcd.map((address) => new URL(address).host);
    // Smaller than the disk, which is filled for a while.
    Object.assign(shipped.bootstrap.dcs.postgresql.parameters, {
      max_slot_wal_keep_size: '256MB',
      max_wal_size: '128MB',
      min_wal_size: '48MB',
      shared_buffers: '64MB',
      dynamic_shared_memory_type: 'mmap',
    });
    Object.assign(postgresql, {
      listen: `${HOST}:${port}`,
      connect_address: `${HOST}:${port}`,
      data_dir: data,
      bin_dir: settings.postgresBin,
      pgpass: path.join(folder, 'pgpass'),
      parameters: { unix_socket_directories: folder },
      // Everything is on loopback here, without certificates.
      pg_hba: postgresql.pg_hba.map((rule: string) =>
        rule.replace('hostssl', 'host').replace('10.0.0.0/24', `${HOST}/32`).replace('peer', 'trust'),
      ),
    });
    shipped.watchdog.mode = 'off';
    return stringify(shipped);
  }

  let patroni: Daemon;
  /** An empty environment: a PGPASSWORD of the caller would break pg_rewind. */
  const env = {
    PATH: `${settings.postgresBin}:/usr/bin:/bin`,
    LANG: 'C.UTF-8',
    HOME: folder,
    PATRONI_SUPERUSER_PASSWORD: settings.passwords.superuser,
    PATRONI_REPLICATION_PASSWORD: settings.passwords.replication,
    PATRONI_REWIND_PASSWORD: settings.passwords.rewind,
    PATRONI_RESTAPI_PASSWORD: settings.passwords.restapi,
    ...(settings.clockLibrary && { LD_PRELOAD: settings.clockLibrary, STEPPED_CLOCK: clock }),
  };
  const start = () => {
    patroni = startDaemon([...AS_POSTGRES, ...settings.patroni, path.join(folder, 'patroni.yml')], {
      log: path.join(folder, 'patroni.log'),
      env,
    });
  };
  start();

  /** The first line of PostgreSQL's own file, whoever started it. */
  const postmaster = (): number | null => {
    try {
      const pid = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
      const isOurs = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data);
      return isOurs ? pid : null;
    } catch {
      return null;
    }
  };
  const everything = (name_: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL') => {
    // Who resumes Patroni last lets PostgreSQL go on alone for a moment, which is the worse order.
    const pid = postmaster();
    if (name_ === 'SIGCONT' && pid) signalTree(pid, name_);
    if (patroni.isRunning) signalTree(patroni.pid, name_);
    if (name_ !== 'SIGCONT' && pid) signalTree(pid, name_);
  };

  return {
    name,
    port,
    rest,
    hasOwnDisk,
    start,
    get isRunning() {
      return patroni.isRunning;
    },
    freeze: () => everything('SIGSTOP'),
    resume: () => everything('SIGCONT'),
    async kill(): Promise<void> {
      everything('SIGKILL');
      await patroni.end('SIGKILL');
    },
    killPostmaster(): void {
      const pid = postmaster();
      if (!pid || !signal(pid, 'SIGKILL')) throw new Error(`PostgreSQL of ${name} is not running.`);
    },
    async fillDisk(): Promise<void> {
      const { bavail, bsize } = await statfs(disk);
      execFileSync('fallocate', ['-l', String(Math.floor(bavail * bsize * 0.99)), filler]);
      // PostgreSQL writes meanwhile, so nobody knows how much is left: it is filled until nothing more fits.
      const file = await open(filler, 'a');
      try {
        for (const block = Buffer.alloc(4096); ; ) await file.write(block);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    emptyDisk: () => rm(filler, { force: true }),
    /** Both Patroni and PostgreSQL of this node see another time from now on. */
    stepClock(seconds: number): void {
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64LE(BigInt(seconds));
      // The file is mapped into every process, so it must not be replaced or cut.
      const file = openSync(clock, 'r+');
      writeSync(file, bytes, 0, 8, 0);
      closeSync(file);
    },
    async stop(): Promise<void> {
      everything('SIGCONT');
      await patroni.end('SIGTERM');
      everything('SIGKILL');
      if (hasOwnDisk) execFileSync('umount', ['-l', disk]);
    },
  };
}

/** Only root can mount. Without a disk of its own, a node's disk is not filled. */
function mount(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
