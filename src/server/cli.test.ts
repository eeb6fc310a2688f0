import { expect, test } from 'vitest';
import { commandProcessOn } from './testing/command-line.ts';
import { requiredVariable } from './testing/required-variable.ts';
import { createTestDatabase, onServer, urlOf } from './testing/test-database.ts';

/** For commands that need no database. */
const run = commandProcessOn({ url: 'postgresql://nowhere' });

test('OPS-02 without a word the operator is told every command and what it is for', async () => {
  const alone = await run();
  expect(alone).toMatchObject({ code: 2, stdout: '' });
  expect(alone.stderr).toMatch(/^Which command\?\n\naudit: .+\n {2}portal audit verify/);
  for (const words of [['help'], ['--help'], ['-h']]) {
    const { code, stdout } = await run(...words);
    expect(code).toBe(0);
    expect(stdout.match(/^[a-z-]+: /gm)).toHaveLength(16);
  }
});

test('OPS-02 one command tells of itself when asked, or when it is not understood', async () => {
  expect(await run('reconcile', '--help')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^reconcile: .+\n {2}portal reconcile \[--all\] \[--tenant <name>\]\n$/),
  });
  expect(await run('help', 'reconcile')).toEqual(await run('reconcile', '--help'));
  expect(await run('reconcile', '--every')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Unknown option '--every'.*\n\nreconcile: /),
  });
});

test('OPS-02 a word that is no command is answered in two lines, with the words that are', async () => {
  const { code, stdout, stderr } = await run('usr', 'list');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(
    /^There is no command usr\. There are: audit, .+, user, version\.\nportal help .+\n$/,
  );
});

test('OPS-21 a command whose database is away or can only be read says so in a sentence, with an exit code of its own', async () => {
  const away = commandProcessOn({ url: 'postgresql://portal_app@127.0.0.1:1/portal' });
  expect(await away('tenant', 'show', 'harbor')).toEqual({
    code: 75,
    stdout: '',
    stderr:
      'The database does not answer (ECONNREFUSED). Run the command again when it is back: what is done already is not done twice.\n',
  });
  // None of them shows the insides of the program.
  expect((await away('user', 'list', '--tenant', 'harbor')).stderr).toMatch(
    /^The database does not answer [^\n]+\n$/,
  );
  const database = await createTestDatabase();
  const name = new URL(database.url).pathname.slice(1);
  await onServer(`alter database ${name} set default_transaction_read_only = on`);
  const standby = commandProcessOn(database, { DATABASE_OWNER_URL: urlOf('DATABASE_OWNER_URL', name) });
  expect(await standby('tenant', 'add', 'nobody', '--name', 'N', '--support-email', 'n@n.example')).toEqual({
    code: 75,
    stdout: '',
    stderr: expect.stringMatching(/^The database can only be read: [^\n]+\n$/),
  });
  await database.drop();
  const stranger = new URL(requiredVariable('DATABASE_URL'));
  stranger.password = 'not-this-one';
  expect(await commandProcessOn({ url: stranger.href })('reconcile')).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^The database does not let us in \(28P01\)\. [^\n]+\n$/),
  });
});
