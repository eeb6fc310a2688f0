import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../../platform/db/transactions.ts';
import { createBroker, createCategory, createOpenOffer, type OpenOffer } from '../../testing/offers.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { INFECTED_PDF, pdf, svg } from '../../testing/sample-files.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

const MB = 1024 * 1024;

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
let tenantId: string;
let categoryId: number;

beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
  ({ tenantId } = portal);
  categoryId = await createCategory(portal.database.owner, tenantId);
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

const newOffer = () => createOpenOffer(portal.database.owner, tenantId);

interface Parts {
  files?: [name: string, bytes: Buffer][];
  fields?: Record<string, string>;
  token?: string;
  headers?: Record<string, string>;
}

/** Sends the form as the older page did: first the file, then its fields. */
function send(
  offer: OpenOffer,
  { files = [['contract.pdf', pdf()]], fields = {}, token, headers }: Parts = {},
) {
  const body = new FormData();
  for (const [name, bytes] of files) body.append('file', new Blob([new Uint8Array(bytes)]), name);
  const said = {
    user_id: '0',
    deal_id: String(offer.dealId),
    file_category_id: String(categoryId),
    ...fields,
  };
  for (const [name, value] of Object.entries(said)) body.append(name, value);
  return portal.app.fetch('/api/deal_file/deal_files', {
    method: 'POST',
    headers: { authorization: `Link ${token ?? offer.token}`, ...headers },
    body,
  });
}

const refusalOf = async (response: Response) => ({
  status: response.status,
  code: ((await response.json()) as { code: string }).code,
});

const statesOf = async (offer: OpenOffer) => {
  const files = await createBroker(portal.app, offer).staged();
  return Object.fromEntries(files.map(({ file_name, state, refusal }) => [file_name, refusal ?? state]));
};

/** The temporary files that are left on disk. */
const spooled = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('portal-file-'));

test('OFFER-03 CALL-01 a file that is sent along is checked like one that was put, and attached by the acceptance', async () => {
  const offer = await newOffer();
  const answer = await send(offer);
  expect(await answer.json()).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    success: true,
    message: 'The file has arrived and is being checked.',
    upload: null,
  });
  for (const [name, bytes] of [
    ['eicar.pdf', INFECTED_PDF],
    ['logo.svg', svg],
    ['page.pdf', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ] as const)
    expect((await send(offer, { files: [[name, bytes]] })).status).toBe(200);
  await expect
    .poll(() => statesOf(offer), { timeout: 20_000 })
    .toEqual({
      'contract.pdf': 'clean',
      'eicar.pdf': 'infected',
      'logo.svg': 'type_not_allowed',
      'page.pdf': 'type_not_allowed',
    });
  const accepted = await createBroker(portal.app, offer).under(
    'PUT',
    `/api/deal_lender/deal_lenders/${offer.offerId}`,
    { lender_commission_percentage: 10 },
  );
  expect(accepted.status).toBe(200);
  const files = await withTenant(portal.database.db, tenantId, (tx) =>
    tx.selectFrom('files').select(['name', 'scanStatus']).where('dealId', '=', offer.dealId).execute(),
  );
  expect(files).toEqual([{ name: 'contract.pdf', scanStatus: 'clean' }]);
  expect(await refusalOf(await send(offer))).toEqual({ status: 410, code: 'link_used' });
});

test('OFFER-03 while a file is being checked the acceptance waits for it', async () => {
  await worker.stop();
  try {
    const offer = await newOffer();
    const { id } = (await (await send(offer)).json()) as { id: string };
    expect(await statesOf(offer)).toEqual({ 'contract.pdf': 'checking' });
    const accept = () =>
      createBroker(portal.app, offer).under('PUT', `/api/deal_lender/deal_lenders/${offer.offerId}`, {
        lender_commission_percentage: '10',
      });
    expect(await refusalOf(await accept())).toEqual({ status: 409, code: 'file_not_ready' });
    await createBroker(portal.app, offer).remove(id);
    expect((await accept()).status).toBe(200);
  } finally {
    worker = await startTestWorker(portal.database);
  }
});

test('OFFER-03 security rule: the same limits, categories and links as for any file', async () => {
  const [offer, other] = [await newOffer(), await newOffer()];
  const refused: [Parts, { status: number; code: string }][] = [
    [{ fields: { file_category_id: '' } }, { status: 422, code: 'file_category_required' }],
    [{ fields: { file_category_id: '999999' } }, { status: 422, code: 'file_category_required' }],
    [{ fields: { deal_id: String(other.dealId) } }, { status: 404, code: 'not_found' }],
    [{ fields: { file_category_id: 'x' } }, { status: 400, code: 'invalid_request' }],
    [{ files: [] }, { status: 400, code: 'invalid_request' }],
    [{ files: [['empty.pdf', Buffer.alloc(0)]] }, { status: 400, code: 'invalid_request' }],
    [
      {
        files: [
          ['a.pdf', pdf()],
          ['b.pdf', pdf()],
        ],
      },
      { status: 400, code: 'invalid_request' },
    ],
    [{ files: [['large.pdf', randomBytes(20 * MB + 1)]] }, { status: 422, code: 'file_too_large' }],
    [{ files: [['larger.pdf', randomBytes(21 * MB)]] }, { status: 422, code: 'file_too_large' }],
    [{ token: 'a'.repeat(64) }, { status: 404, code: 'link_unknown' }],
    [{ headers: { origin: 'https://evil.example' } }, { status: 403, code: 'foreign_origin' }],
  ];
  for (const [parts, refusal] of refused) {
    const { files, ...shown } = parts;
    const answer = await refusalOf(await send(offer, parts));
    expect({ shown, files: files?.map(([name]) => name), ...answer }).toMatchObject(refusal);
  }
  expect(await statesOf(offer)).toEqual({});
  for (let count = 0; count < 20; count += 1)
    expect((await send(offer, { files: [[`${count}.pdf`, pdf()]] })).status).toBe(200);
  expect(await refusalOf(await send(offer))).toEqual({ status: 422, code: 'too_many_files' });
  await expect.poll(spooled).toEqual([]);
});

test('OFFER-03 security rule: no other call takes a form with files', async () => {
  const offer = await newOffer();
  for (const [method, path] of [
    ['PUT', `/api/deal_lender/deal_lenders/${offer.offerId}`],
    ['POST', '/user/send_reset_link'],
    ['POST', '/user/activity'],
  ] as const) {
    const body = new FormData();
    body.append('email', 'a@b.example');
    const headers = { authorization: `Link ${offer.token}` };
    const { status } = await portal.app.fetch(path, { method, headers, body });
    expect({ path, status }).toEqual({ path, status: 400 });
  }
});
