import { mkdtemp, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { PAGE_FILES } from '../../shared/page-files.ts';
import type { TestApp } from './test-app.ts';

/** A folder of pages that hold only what the server fills in. */
export async function createPages(page = '<script>__FIRST_ANSWERS__</script>'): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pages-'));
  for (const file of Object.values(PAGE_FILES)) await writeFile(path.join(folder, file), page);
  return folder;
}

interface OpenedPage {
  headers: Record<string, unknown>;
  html: string;
  /** What the page arrived with; null where it arrived without. */
  arrivedWith: {
    session: { user_id: number; tenant: { id: string }; must_change_password: boolean } | null;
    answers: Record<string, unknown>;
    refusals: Record<string, { code: string }>;
  } | null;
}

/** Opens a page as a browser does when somebody types its address. Node's own fetch would not let a test say so. */
export async function openPage(
  { url }: TestApp,
  address: string,
  headers: Record<string, string | undefined> = {},
): Promise<OpenedPage> {
  const given = {
    accept: 'text/html',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
    'sec-fetch-site': 'none',
    ...headers,
  };
  const sent = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    request(`${url}${address}`, { headers: sent }, async (response) => {
      const html = await text(response);
      const json = /<script>(.*)<\/script>/s.exec(html)?.[1] ?? 'null';
      resolve({ headers: response.headers, html, arrivedWith: JSON.parse(json) });
    })
      .on('error', reject)
      .end();
  });
}
