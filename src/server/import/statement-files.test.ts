import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { importDesk, outcomesOf, problemsOf } from '../testing/import-desk.ts';
import { EICAR } from '../testing/sample-files.ts';

const desk = importDesk();
const { run, ask } = desk;

describe('OPS-01 FCS-04 the files of statements', () => {
  const PDF = Buffer.from('%PDF-1.4\n%%EOF\n');
  const row = (file: string, stored: string) => (text: string) =>
    text.replace(/(ST-1.*?),,,$/m, `$1,,${file},${stored}`);

  test('OPS-01 a PDF of the folder is scanned, stored and opened from there; the same again is the same object', async () => {
    await desk.folder.edit('statements.csv', row('august.pdf', ''));
    expect(problemsOf(await run())).toEqual(['statements.csv:2: file is not in the import’s folder']);
    await desk.folder.edit('august.pdf', () => PDF);
    expect((await run(desk.folder.path, { isDryRun: true })).applied).toBe('all');
    expect((await run()).applied).toBe('all');
    const [file] = await ask(sql<{ storageKey: string; scanStatus: string; name: string }>`
      select storage_key, scan_status, name from files`);
    expect(file).toMatchObject({ scanStatus: 'clean', name: 'august.pdf' });
    expect(await desk.services.storage.sizeOf(file?.storageKey ?? '')).toBe(PDF.length);
    expect(outcomesOf(await run(), 'unchanged')).toMatchObject({ statements: 2 });
  });

  test('OPS-01 an object of the storage is taken if it is the funder’s own and there', async () => {
    const { tenantId } = desk;
    const key = `${tenantId}/uploads/july.pdf`;
    await desk.folder.edit('statements.csv', row('', `${crypto.randomUUID()}/uploads/july.pdf`));
    expect(problemsOf(await run())).toEqual([
      `statements.csv:2: stored_file does not begin with ${tenantId}/`,
    ]);
    await desk.folder.edit('statements.csv', (text) => text.replace(/[0-9a-f-]{36}/, tenantId));
    expect(problemsOf(await run())).toEqual(['statements.csv:2: stored_file is not in the file storage']);
    await desk.services.storage.put(key, PDF, 'application/pdf');
    expect((await run()).applied).toBe('all');
  });

  test('OPS-01 security rule: a key that leads elsewhere is refused, by the import and by the database', async () => {
    const { tenantId } = desk;
    const other = crypto.randomUUID();
    const keys = [
      `../${other}/a.pdf`,
      'a/./b.pdf',
      'a//b.pdf',
      '..',
      'a/',
      `..\\${other}\\a.pdf`,
      'a\u0007.pdf',
    ];
    for (const end of keys) {
      const key = `${tenantId}/${end}`;
      await desk.folder.edit('statements.csv', (text) =>
        text.replace(/^(.*ST-1.*),[^,\n]*$/m, (_, before: string) => `${before},${key}`),
      );
      expect(problemsOf(await run())).toEqual([
        'statements.csv:2: stored_file has an empty, `.` or `..` segment, a backslash or a control character',
      ]);
      await expect(
        ask(sql`insert into files (tenant_id, name, content_type, byte_size, sha256, storage_key, scan_status)
          values (${tenantId}, 'a.pdf', 'application/pdf', 1, ${Buffer.alloc(32)}, ${key}, 'clean')`),
      ).rejects.toThrow('files_storage_key_check');
    }
  });

  test('OPS-01 what is infected, no PDF or outside the folder is named', async () => {
    await desk.folder.edit('bad.pdf', () => EICAR);
    await desk.folder.edit('statements.csv', row('bad.pdf', ''));
    expect(problemsOf(await run())).toEqual([
      expect.stringMatching(/^statements.csv:2: file is infected: .*Eicar/i),
    ]);
    await desk.folder.edit('bad.pdf', () => 'no PDF');
    expect(problemsOf(await run())).toEqual(['statements.csv:2: file is not a PDF']);
    await desk.folder.edit('statements.csv', (text) => text.replace('bad.pdf', '../bad.pdf'));
    expect(problemsOf(await run())).toEqual(['statements.csv:2: file lies outside the import’s folder']);
  });
});
