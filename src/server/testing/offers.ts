import { parseMoney } from '../../shared/domain/money.ts';
import { issueCapability } from '../identity/capabilities.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { ORIGIN, type TestApp } from './test-app.ts';

export interface OpenOffer {
  tenantId: string;
  offerId: bigint;
  dealId: bigint;
  token: string;
  brokerEmail: string;
}

interface Overrides {
  days?: number;
  paymentFrequency?: 'DAILY' | 'WEEKLY';
  commissionPercent?: string;
}

/** Creates a submission with the golden example's offer, waiting for its broker, and a link to it. */
export const createOpenOffer = (
  owner: Database,
  tenantId: string,
  { days = 14, paymentFrequency = 'DAILY', commissionPercent = '12' }: Overrides = {},
): Promise<OpenOffer> =>
  withTenant(owner, tenantId, async (tx) => {
    // The name is unique, because browser tests in several processes share a database.
    const name = crypto.randomUUID();
    const brokerEmail = `broker-${name}@iso.example`;
    const { id: brokerId } = await tx
      .insertInto('brokers')
      .values({ tenantId, name: 'Tessa Calloway', companyName: 'Brightpath', email: brokerEmail })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: companyId } = await tx
      .insertInto('companies')
      .values({ tenantId, name: 'Bright Oak Dental', industry: 'Dental', startedMonth: '2019-03-01' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: dealId } = await tx
      .insertInto('deals')
      .values({
        tenantId,
        companyId,
        brokerId,
        publicId: `submission-${name}`,
        mid: `S${name}`,
        name: 'Bright Oak Dental',
        platform: 'Harbor',
        status: 'Request Price Adjustment',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: offerId } = await tx
      .insertInto('offers')
      .values({
        tenantId,
        dealId,
        paymentFrequency,
        commissionPercent,
        lenderName: 'Harbor',
        positionNumber: 2,
        status: 'Offer Made',
        amountCents: parseMoney('60000'),
        paybackAmountCents: parseMoney('85200'),
        paymentCents: parseMoney(paymentFrequency === 'DAILY' ? '710' : '3550'),
        termDays: 120,
        factorRate: '1.42',
        buyRate: '1.3',
        note: 'Subject to a clean UCC search.',
        notifyNote: 'Good for 5 business days.',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const token = await issueOfferLink(tx, tenantId, offerId, days);
    return { tenantId, offerId, dealId, token, brokerEmail };
  });

export async function issueOfferLink(tx: Tx, tenantId: string, offerId: bigint, days = 14): Promise<string> {
  const seconds = days * 24 * 60 * 60;
  const capability = { kind: 'offer', subjectId: offerId, seconds, issuedBy: null } as const;
  return (await issueCapability(tx, tenantId, capability)).token;
}

export async function createCategory(owner: Database, tenantId: string, name = 'Contract'): Promise<number> {
  const { id } = await withTenant(owner, tenantId, (tx) =>
    tx.insertInto('fileCategories').values({ tenantId, name }).returning('id').executeTakeFirstOrThrow(),
  );
  return Number(id);
}

interface AcceptanceBody {
  lender_commission_percentage?: string;
  version?: number;
  iso_message?: string;
  deal_files?: string[];
  [other: string]: unknown;
}

/** The broker's browser, which makes every call with one link. */
export function createBroker({ fetch: fetchFrom }: Pick<TestApp, 'fetch'>, { offerId, token }: OpenOffer) {
  const under = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetchFrom(path, {
      method,
      headers: {
        origin: ORIGIN,
        authorization: `Link ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const files = '/api/deal_file/deal_files';

  async function stage(name: string, bytes: Uint8Array, categoryId: number): Promise<string> {
    const announced = await under('POST', files, {
      file_name: name,
      file_size: bytes.length,
      file_category_id: categoryId,
    });
    if (!announced.ok) throw new Error(`Staging answered ${announced.status}: ${await announced.text()}`);
    const { id, upload } = (await announced.json()) as {
      id: string;
      upload: { url: string; headers: Record<string, string> };
    };
    const put = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: bytes });
    if (!put.ok) throw new Error(`The storage answered ${put.status}: ${await put.text()}`);
    const told = await under('POST', `${files}/${id}/uploaded`);
    if (!told.ok) throw new Error(`Uploaded answered ${told.status}: ${await told.text()}`);
    return id;
  }

  return {
    under,
    stage,
    open: () => fetchFrom(`/get_deal_for_iso/${offerId}/${token}`),
    announce: (body: unknown) => under('POST', files, body),
    async staged() {
      const { data } = (await (await under('GET', files)).json()) as {
        data: { id: string; state: string; refusal: string | null; file_name: string }[];
      };
      return data;
    },
    remove: (id: string) => under('DELETE', `${files}/${id}`),
    accept: (body: AcceptanceBody = {}, key: string = crypto.randomUUID()) =>
      under(
        'PUT',
        `/api/deal_lender/deal_lenders/${offerId}`,
        {
          lender_commission_percentage: '10',
          version: 1,
          iso_message: '<p>By E-Sign, please.</p>',
          deal_files: [],
          ...body,
        },
        { 'idempotency-key': key },
      ),
  };
}
