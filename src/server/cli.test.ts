import { expect, test } from 'vitest';
import { commandLineOn } from './testing/command-line.ts';

/** These commands need no database. */
const run = commandLineOn({ url: 'postgresql://nowhere' });

test('OPS-02 without a word the operator is told every command and what it is for', async () => {
  const alone = await run();
  expect(alone).toMatchObject({ code: 2, stdout: '' });
  expect(alone.stderr).toMatch(/^Which command\?\n\naudit: .+\n {2}portal audit verify/);
  for (const words of [['help'], ['--help'], ['-h']]) {
    const { code, stdout } = await run(...words);
    expect(code).toBe(0);
    expect(stdout.match(/^[a-z-]+: /gm)).toHaveLength(15);
  }
});

test('OPS-02 one command tells of itself when asked, or when it is not understood', async () => {
  expect(await run('reconcile', '--help')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^reconcile: .+\n {2}portal reconcile \[--all\] \[--tenant <name>\]\n$/),
  });
  expect(await run('reconcile', '--every')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Unknown option '--every'.*\n\nreconcile: /),
  });
});
