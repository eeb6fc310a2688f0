import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { attach } from './attached-statements.ts';

const fileOf = (name: string, size: number) => ({
  name,
  contentType: 'application/pdf',
  open: async () => ({ body: Readable.from([Buffer.alloc(size)]), size }),
});

test('STMT-31 what is too large for mail servers stays in the portal, and the mail says how many', async () => {
  const files = [fileOf('Statement A 1.pdf', 6_000_000), fileOf('large.pdf', 5_000_000), fileOf('b.pdf', 10)];
  const { attachments, leftOutCount } = await attach({ files, moreCount: 3 });
  expect(attachments.map(({ fileName, content }) => [fileName, content.length])).toEqual([
    ['Statement-A-1.pdf', 6_000_000],
    ['b.pdf', 10],
  ]);
  expect(leftOutCount).toBe(4);
});
