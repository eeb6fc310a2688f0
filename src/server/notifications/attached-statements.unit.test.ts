import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { attach } from './attached-statements.ts';

const fileOf = (name: string, size: number) => ({
  syndicateId: 1n,
  statementId: BigInt(size),
  name,
  contentType: 'application/pdf',
  open: async () => ({ body: Readable.from([Buffer.alloc(size)]), size }),
});

test('STMT-31 what is too large for mail servers stays in the portal, and the mail says how many', async () => {
  const files = [fileOf('Statement A 1.pdf', 6_000_000), fileOf('large.pdf', 5_000_000), fileOf('b.pdf', 10)];
  const { attachments, leftOutCount } = await attach({ files, failed: [], moreCount: 3 });
  expect(attachments.map(({ fileName, content }) => [fileName, content.length])).toEqual([
    ['Statement-A-1.pdf', 6_000_000],
    ['b.pdf', 10],
  ]);
  expect(leftOutCount).toBe(4);
});

test('STMT-32 a PDF that cannot be made, or breaks off, keeps none of the others from the mail', async () => {
  const err = new Error('no such font');
  const read = { syndicateId: 1n, statementId: 9n, err: new Error('unknown figures') };
  const files = [
    fileOf('a.pdf', 10),
    { ...fileOf('never.pdf', 20), open: () => Promise.reject(err) },
    {
      ...fileOf('half.pdf', 30),
      open: async () => ({ body: new Readable({ read: () => undefined }).destroy(err), size: 30 }),
    },
    fileOf('b.pdf', 40),
  ];
  const { attachments, leftOutCount, failed } = await attach({ files, failed: [read], moreCount: 0 });
  expect(attachments.map(({ fileName }) => fileName)).toEqual(['a.pdf', 'b.pdf']);
  expect(leftOutCount).toBe(0);
  expect(failed).toEqual([
    read,
    { syndicateId: 1n, statementId: 20n, err },
    { syndicateId: 1n, statementId: 30n, err },
  ]);
});
