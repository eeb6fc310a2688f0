import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where a release is installed as docs/operations.md says, with deploy/install-release. */
export interface Machine {
  /** Installs a release, or goes back with '--back'; says what it printed. */
  install(release: string): Promise<string>;
  /** Starts the processes for the first time. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface MachineOptions {
  folder: string;
  /** The folder of the releases' files. */
  releases: string;
  settings: Readonly<Record<string, string>>;
  ownerUrl: string;
  apiPorts: readonly number[];
  workerPort: number;
}

/**
 * A machine without systemd. In its place a program of the same name starts and stops the processes as deploy/portal@.service says,
 * so that the script is the one that operators run.
 */
export async function openMachine({
  folder,
  settings,
  ownerUrl,
  apiPorts,
  workerPort,
}: MachineOptions): Promise<Machine> {
  const root = path.join(folder, 'opt');
  await mkdir(path.join(folder, 'bin'), { recursive: true });
  await mkdir(path.join(folder, 'running'));
  await writeFile(path.join(folder, 'bin/systemctl'), SYSTEMCTL);
  await chmod(path.join(folder, 'bin/systemctl'), 0o755);
  await writeFile(path.join(folder, 'owner.env'), ownerSettings(ownerUrl), { mode: 0o600 });
  const { PORT: _, WORKER_PORT: __, ...own } = process.env;
  const env = {
    ...own,
    ...settings,
    PATH: `${folder}/bin:${path.dirname(process.execPath)}:${process.env['PATH']}`,
    PORTAL_ROOT: root,
    PORTAL_OWNER_SETTINGS: path.join(folder, 'owner.env'),
    PORTAL_UNIT_FOLDER: folder,
    MACHINE: folder,
  };
  const units = [`portal-worker@${workerPort}`, ...apiPorts.map((port) => `portal-api@${port}`)];
  const systemctl = (...args: string[]) => runToEnd('systemctl', args, env);
  return {
    install: async (release) => runToEnd('deploy/install-release', [release], env),
    async start() {
      for (const unit of units) await systemctl('restart', `${unit}.service`);
      for (const unit of units) await waitUntilReady(root, unit.split('@')[1] ?? '', env);
    },
    async stop() {
      for (const name of await readdir(path.join(folder, 'running')))
        await systemctl('stop', name).catch(() => undefined);
    },
  };
}

/** The services here have published passwords, with which production does not migrate. */
export const ownerSettings = (ownerUrl: string): string =>
  `DATABASE_OWNER_URL='${ownerUrl}'\nNODE_ENV=development\n`;

async function waitUntilReady(root: string, port: string, env: NodeJS.ProcessEnv): Promise<void> {
  const deadline = Date.now() + 120_000;
  const ask = () => run(path.join(root, 'current/deploy/portal'), ['ready', port], { env });
  while (!(await ask().then(Boolean, () => false)))
    if (Date.now() > deadline) throw new Error(`The process at port ${port} does not get ready.`);
}

/** Its output must not be waited for to close: the processes that it starts keep it. */
async function runToEnd(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const file = path.join(String(env['MACHINE']), 'said');
  const child: ChildProcess = spawn('sh', ['-c', '"$@" >"$0" 2>&1', file, command, ...args], {
    env,
    stdio: 'ignore',
  });
  const [code] = await once(child, 'exit');
  const said = await readFile(file, 'utf8');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}: ${said}`);
  return said;
}

const SYSTEMCTL = `#!/bin/bash
# systemctl list-units … 'portal-api@*' | restart UNIT | stop UNIT
set -eu
cd "$MACHINE/running"
end() {
  [ -f "$1" ] || return 0
  kill -TERM "$(cat "$1")" 2>/dev/null || true
  while kill -0 "$(cat "$1")" 2>/dev/null; do sleep 0.05; done
  rm "$1"
}
case $1 in
  list-units) for one in \${!#}; do [ -f "$one" ] && echo "$one loaded active running"; done; true ;;
  stop) end "$2" ;;
  restart)
    end "$2"
    port=\${2#*@} port=\${port%.service} command=\${2%@*} command=\${command#portal-}
    PORT=$port WORKER_PORT=$port setsid "$PORTAL_ROOT/current/deploy/portal" "$command" >>"$MACHINE/$2.log" 2>&1 </dev/null &
    echo $! >"$2"
    ;;
esac
`;
