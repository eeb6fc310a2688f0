import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessOf, readCellsFile } from './cells-file.ts';
import { storagesOf } from './storages.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cells-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

const cell = (storage: Record<string, string>) => ({
  upstream: ['10.0.0.1:3000'],
  databaseOwnerUrl: 'postgresql://owner:hush@db/portal',
  storage: {
    endpoint: 'https://s3.internal:8333',
    accessKey: 'a',
    secretKey: 'hush',
    bucket: 'portal',
    uploadBucket: 'portal-uploads',
    ...storage,
  },
});
const other = { bucket: 'portal-1', uploadBucket: 'portal-1-uploads' };
const read = async (cells: Record<string, unknown>, byDefault = 0) => {
  const path = join(folder, 'cells.json');
  const map = { file: '/etc/nginx/conf.d/portal-cells.conf', reload: 'true', default: byDefault };
  await writeFile(path, JSON.stringify({ map, cells }));
  return readCellsFile(path);
};

test('CELL-02 cells that share a bucket are refused, because removing what one has left would delete files of the other', async () => {
  const first = cell({});
  await read({ 0: first, 1: cell(other), 2: cell({ endpoint: 'https://s3-2.internal:8333' }) });
  for (const [shared, named] of [
    [cell({ uploadBucket: other.uploadBucket }), 'portal'],
    [cell({ ...other, uploadBucket: 'portal-uploads' }), 'portal-uploads'],
    // The uploads of one are where the other keeps its files, and the address is only written in another way.
    [cell({ ...other, uploadBucket: 'portal', endpoint: 'HTTPS://S3.internal:8333/' }), 'portal'],
    [cell({ bucket: 'portal', uploadBucket: 'x', endpoint: 'http://s3.internal:8333' }), 'portal'],
  ] as const) {
    const refused = read({ 0: first, 1: shared });
    await expect(refused).rejects.toThrow(
      `cells.1.storage: has the bucket ${named}, which cell 0 has too. Each cell needs buckets of its own`,
    );
    await expect(refused).rejects.not.toThrow('hush');
  }
});

test('CELL-03 the cell that unknown names lead to is one of the file', async () => {
  await expect(read({ 0: cell({}) }, 7)).rejects.toThrow('map.default: names no cell of this file');
});

test('CELL-02 the authority of a storage is read from its caFile, as the portal reads S3_CA_FILE', async () => {
  const caFile = join(folder, 'no-such-ca.pem');
  const file = await read({ 0: cell({}), 1: cell({ ...other, caFile }) });
  storagesOf(accessOf(file, 0));
  expect(() => storagesOf(accessOf(file, 1))).toThrow(/ENOENT.*no-such-ca\.pem/);
  await expect(read({ 0: cell({ caFile: 'ca.pem' }) })).rejects.toThrow('must be the whole path of a file');
});
