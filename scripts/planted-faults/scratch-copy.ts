import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type PlantedFault, withFault } from './planted-fault.ts';

/** A copy of the repository, including uncommitted changes, that can be broken. */
export interface ScratchCopy {
  readonly root: string;
  /** Plants the faults while the work runs. */
  withFaults<Result>(faults: readonly PlantedFault[], work: () => Promise<Result>): Promise<Result>;
  remove(): void;
}

export function makeScratchCopy(clone: string): ScratchCopy {
  const root = mkdtempSync(join(tmpdir(), 'planted-faults-'));
  for (const file of filesOf(clone)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(join(clone, file), join(root, file));
  }
  symlinkSync(join(clone, 'node_modules'), join(root, 'node_modules'));
  return {
    root,
    async withFaults(faults, work) {
      const sound = new Map<string, string>();
      try {
        for (const fault of faults) {
          const path = join(root, fault.file);
          const source = readFileSync(path, 'utf8');
          if (!sound.has(path)) sound.set(path, source);
          writeFileSync(path, withFault(source, fault));
        }
        return await work();
      } finally {
        for (const [path, source] of sound) writeFileSync(path, source);
      }
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function filesOf(clone: string): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: clone,
    encoding: 'utf8',
  });
  const isCopied = (file: string) => file && file !== 'node_modules' && existsSync(join(clone, file));
  return listed.split('\0').filter(isCopied);
}
