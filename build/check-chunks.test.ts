import { expect, test } from 'vitest';
import { findProblem } from './check-chunks.ts';

const chunk = (fileName: string, imports: string[] = [], facadeModuleId: string | null = null) => ({
  fileName,
  imports,
  facadeModuleId,
});

test('a build whose files can run one after the other is fine', () => {
  const first = chunk('index.js', ['rolldown-runtime.js'], '/src/web/index.html');
  expect(findProblem([first, chunk('page.js', ['react.js', 'index.js']), chunk('react.js')])).toBeNull();
});

test('files that import each other, directly or through others, fail the build', () => {
  const circle = [chunk('a.js', ['b.js']), chunk('b.js', ['c.js']), chunk('c.js', ['a.js'])];
  expect(findProblem(circle)).toBe('Files import each other: a.js → b.js → c.js → a.js.');
});

test('a first file that waits for others fails the build', () => {
  const first = chunk('index.js', ['start.js'], '/src/web/index.html');
  expect(findProblem([first, chunk('start.js')])).toBe('The first file imports others: start.js.');
});
