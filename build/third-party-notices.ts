import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

/** The file in which Vite lists the licenses of the packages in the browser's files (build.license). */
export const BUNDLED_LICENSES = 'bundled-licenses.json';

interface Notice {
  name: string;
  version: string;
  /** The license identifier as the package states it, such as MIT. */
  identifier: string;
  /** Null when the package contains no license file. */
  text: string | null;
}

interface LockedPackage {
  name?: string;
  version: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  link?: boolean;
}

/**
 * Writes the licenses of everything that is installed: the packages in the browser's files and those that the server runs
 * with.
 */
export function thirdPartyNotices(root: string, outDir: string): Plugin {
  return {
    name: 'third-party-notices',
    apply: 'build',
    closeBundle: {
      sequential: true,
      async handler() {
        const bundledFile = path.join(outDir, BUNDLED_LICENSES);
        const bundled = JSON.parse(await readFile(bundledFile, 'utf8')) as Notice[];
        // The file is removed, because everything in it that is shipped is in the notices.
        await rm(bundledFile);
        const notices = noticesText([...bundled, ...serverNotices(root)]);
        await writeFile(path.join(root, 'dist/third-party-notices.txt'), notices);
      },
    },
  };
}

/** The packages of the lock file that npm installs without development dependencies, including those for other platforms. */
export function serverNotices(root: string): Notice[] {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return Object.entries(lock.packages)
    .filter(([folder, { dev, devOptional, link }]) => folder !== '' && !dev && !devOptional && !link)
    .map(([folder, { name, version, license }]) => ({
      name: name ?? folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      identifier: license ?? 'see the package',
      text: licenseTextIn(path.join(root, folder)),
    }));
}

const LICENSE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

function licenseTextIn(folder: string): string | null {
  if (!existsSync(folder)) return null;
  const names = readdirSync(folder).filter((name) => LICENSE_FILE.test(name) && !name.endsWith('.js'));
  return names.map((name) => readFileSync(path.join(folder, name), 'utf8').trim()).join('\n\n') || null;
}

/** Lists each package once per version, sorted by name. Packages with the same license text share it. */
export function noticesText(notices: readonly Notice[]): string {
  const byPackage = new Map(notices.map((notice) => [`${notice.name} ${notice.version}`, notice]));
  const sorted = [...byPackage].sort(([a], [b]) => a.localeCompare(b, 'en'));
  const byText = new Map<string, string[]>();
  for (const [key, { identifier, text }] of sorted) {
    const license = text?.trim() || `The package brings no license file; it says: ${identifier}.`;
    byText.set(license, [...(byText.get(license) ?? []), `${key} (${identifier})`]);
  }
  const sections = [...byText].map(([license, packages]) => `${packages.join('\n')}\n\n${license}`);
  return `${[HEADING, ...sections].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

const HEADING = 'The portal contains or runs with these packages, each under the license that follows it.';
