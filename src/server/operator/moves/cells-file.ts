import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { Refusal } from '../../platform/errors.ts';
import { address, file } from '../../platform/settings/settings.ts';

const text = z.string().min(1);

const cell = z.strictObject({
  /** The addresses of the cell's api processes, as the proxy reaches them. */
  upstream: z.array(text).min(1),
  databaseOwnerUrl: text,
  storage: z.strictObject({
    endpoint: address,
    /** The authority of its certificate, as S3_CA_FILE of the portal. */
    caFile: file.optional(),
    accessKey: text,
    secretKey: text,
    bucket: text,
    uploadBucket: text,
  }),
});

const cellsFile = z
  .strictObject({
    /** The file that the proxy includes, and the command that makes it read the file again. */
    map: z.strictObject({ file: text, reload: text, default: z.number().int() }),
    cells: z.record(z.string().regex(/^\d{1,3}$/), cell),
  })
  .superRefine(({ map, cells }, context) => {
    if (!cells[map.default])
      context.addIssue({ code: 'custom', path: ['map', 'default'], message: 'names no cell of this file' });
    for (const { number, bucket, otherNumber } of sharedBuckets(cells))
      context.addIssue({
        code: 'custom',
        path: ['cells', number, 'storage'],
        message: `has the bucket ${bucket}, which cell ${otherNumber} has too. Each cell needs buckets of its own: what a tenant leaves behind is deleted in one, and must stay in the other`,
      });
  });

export type CellsFile = z.infer<typeof cellsFile>;
export type CellAccess = z.infer<typeof cell>;

/** The buckets of a cell that another one, earlier in the file, has too, for whichever of the two purposes. */
function sharedBuckets(cells: Readonly<Record<string, CellAccess>>) {
  const owners = new Map<string, string>();
  const shared: { number: string; bucket: string; otherNumber: string }[] = [];
  for (const [number, { storage }] of Object.entries(cells)) {
    const { host, pathname } = new URL(storage.endpoint);
    for (const bucket of [storage.bucket, storage.uploadBucket]) {
      const place = `${host}${pathname.replace(/\/+$/, '')} ${bucket}`;
      const otherNumber = owners.get(place) ?? number;
      owners.set(place, otherNumber);
      if (otherNumber !== number) shared.push({ number, bucket, otherNumber });
    }
  }
  return shared;
}

/** Reads the operator's file of cells. It contains passwords, so what is wrong is told without a value. */
export async function readCellsFile(path: string): Promise<CellsFile> {
  const content = await readFile(path, 'utf8').catch(() => {
    throw new Refusal('setting_invalid', { message: `CELLS_FILE names ${path}, which cannot be read.` });
  });
  const parsed = cellsFile.safeParse(parseJson(content));
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path: place, message }) => `${place.join('.')}: ${message}`);
  throw new Refusal('setting_invalid', { message: [`CELLS_FILE is not valid.`, ...wrong].join('\n  ') });
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new Refusal('setting_invalid', { message: 'CELLS_FILE is no JSON.' });
  }
}

export function accessOf({ cells }: CellsFile, number: number): CellAccess {
  const access = cells[number];
  if (!access) throw new Refusal('setting_invalid', { message: `CELLS_FILE has no cell ${number}.` });
  return access;
}
