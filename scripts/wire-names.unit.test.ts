import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

async function readAll(folder: string, keep: (name: string) => boolean): Promise<Map<string, string>> {
  const names = (await readdir(path.join(root, folder), { recursive: true })).filter(keep);
  const texts = names.map(
    async (name) => [name, await readFile(path.join(root, folder, name), 'utf8')] as const,
  );
  return new Map(await Promise.all(texts));
}

/**
 * Integrations use the wire names of other systems, and imports use the column names of files, which may be the same.
 * Tests use ours.
 */
const isCode = (name: string) =>
  /\.tsx?$/.test(name) &&
  !/\.test\.tsx?$/.test(name) &&
  !/^(attacks|older-clients|testing|platform\/integrations|import\/(?:kinds|mapping)|import-runs\.ts)/.test(
    name,
  );

/** The wire names that are used for nothing else: those of the contract that no column or identifier shares. */
async function wireNames(): Promise<string[]> {
  const contract = [...(await readAll('src/shared/contract', isCode)).values()].join('\n');
  const migrations = [...(await readAll('migrations', (name) => name.endsWith('.sql'))).values()].join('\n');
  const names = [...contract.matchAll(/\['(\w+_\w+|[a-z]+[A-Z]\w+)',/g)].map(([, name = '']) => name);
  const isOurs = (name: string) =>
    new RegExp(`\\b${name}\\b`).test(migrations) || new RegExp(`\\b${name}: [[{]`).test(contract);
  return [...new Set(names)].filter((name) => !isOurs(name));
}

test('wire names live in the contract and nowhere else', async () => {
  const names = await wireNames();
  expect(names).toEqual(
    expect.arrayContaining(['syndication_id', 'total_payouts', 'netInvestmentNew', 'access_token']),
  );
  const pattern = new RegExp(`\\b(${names.join('|')})\\b`);
  for (const folder of ['src/server', 'src/web', 'src/shared/domain']) {
    for (const [name, text] of await readAll(folder, isCode)) {
      expect({ file: `${folder}/${name}`, wireName: pattern.exec(text)?.[0] }).toEqual({
        file: `${folder}/${name}`,
        wireName: undefined,
      });
    }
  }
});
