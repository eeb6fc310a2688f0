import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { report } from './report-failure.ts';

afterEach(() => vi.unstubAllGlobals());

test('OPS-48 told are the places in our own files, and no part of the message or the address', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('location', { origin: 'https://portal.example', pathname: '/offer/12/canary-token' });
  vi.stubGlobal('document', {
    querySelector: () => ({ src: 'https://portal.example/assets/index-C2x8.js' }),
  });
  vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body));
    return Promise.resolve(Response.json({ success: true, message: '' }));
  });
  const failure = new TypeError('canary of a form');
  failure.stack = [
    'TypeError: canary of a form',
    '    at save (https://portal.example/assets/offer-Bx3kq.js:1:20417)',
    '    at canary (chrome-extension://canary/content.js:4:9)',
    '    at https://other.example/assets/canary.js:1:1',
    '    at https://portal.example/offer/12/canary-token:3:7',
    'render@https://portal.example/assets/react-D9.js:12:345',
  ].join('\n');
  await report('render', failure);
  expect(sent).toEqual([
    {
      kind: 'render',
      page: 'offer',
      name: 'TypeError',
      frames: ['offer-Bx3kq.js:1:20417', 'react-D9.js:12:345'],
      build: 'index-C2x8.js',
    },
  ]);
  // The same again, a refusal, and what is no error are not told.
  await report('error', failure);
  await report('rejection', ApiError.unreachable());
  await report('rejection', 'canary');
  for (let index = 0; index < 9; index += 1)
    await report(
      'error',
      Object.assign(new Error('canary'), { name: `Error${'a'.repeat(index)}`, stack: '' }),
    );
  expect(sent).toHaveLength(5);
  expect(JSON.stringify(sent)).not.toContain('canary');
});
