/**
 * Writes into a release what it is and what it is made of: build.json, and sbom.cdx.json with its production packages.
 *   node scripts/describe-release.ts <folder> <commit> <time of the commit>
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { missingFromSbom, type Sbom } from './releases/sbom.ts';

const [folder = '', commit = '', seconds = ''] = process.argv.slice(2);
const builtAt = new Date(Number(seconds) * 1000).toISOString();
const { devDependencies: _, ...manifest } = JSON.parse(
  await readFile(path.join(folder, 'package.json'), 'utf8'),
) as { name: string; version: string; devDependencies: object };
const { name, version } = manifest;
// npm looks at what is installed, and would miss what is not there on purpose.
await write('package.json', manifest);
await write('build.json', { version, commit, built_at: builtAt });

const npm = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'];
const sbom = JSON.parse(
  execFileSync('npm', npm, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
) as Sbom;
const lock = JSON.parse(await readFile(path.join(folder, 'node_modules/.package-lock.json'), 'utf8'));
const missing = missingFromSbom(sbom, lock);
if (missing.length > 0) throw new Error(`The SBOM does not list ${missing.join(', ')}.`);
// npm takes the folder's name, the time and a random number: the same commit is to give the same file.
sbom.metadata.component.name = name;
sbom.metadata.timestamp = builtAt;
const hash = createHash('sha256').update(JSON.stringify(sbom.components)).update(commit).digest('hex');
sbom.serialNumber = `urn:uuid:${hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')}`;
await write('sbom.cdx.json', sbom);
console.log(`portal ${version} of ${commit.slice(0, 12)}: ${sbom.components.length} packages in its SBOM`);

async function write(file: string, content: object): Promise<void> {
  await writeFile(path.join(folder, file), `${JSON.stringify(content, null, 2)}\n`);
}
