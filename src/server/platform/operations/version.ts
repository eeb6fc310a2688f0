import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Which program this is. */
export interface Version {
  version: string;
  /** Null where nobody knows: neither a file of the release nor git says so. */
  commit: string | null;
}

const HOME = join(import.meta.dirname, '../../../..');

/**
 * A release has its commit in build.json, next to package.json. A clone asks git, which is waited for, so it is asked once at the
 * start or not at all.
 */
export function readVersion(home = HOME): Version {
  const built = readJson(join(home, 'build.json'));
  const version = textOf(built['version']) ?? textOf(readJson(join(home, 'package.json'))['version']);
  return { version: version ?? 'unknown', commit: textOf(built['commit']) ?? commitOfClone(home) };
}

function readJson(path: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function commitOfClone(home: string): string | null {
  try {
    const options = {
      cwd: home,
      encoding: 'utf8',
      stdio: 'pipe',
      timeout: 2_000,
    } as const;
    // Of the clone itself, and not of a repository that the program happens to lie in.
    const [top = '', commit = ''] = execFileSync(
      'git',
      ['rev-parse', '--show-toplevel', 'HEAD'],
      options,
    ).split('\n');
    return top === home && /^[0-9a-f]{40,64}$/.test(commit) ? commit : null;
  } catch {
    return null;
  }
}
