import { DEAL_STATUSES } from '../../shared/domain/deal-status.ts';
import { asMember, postAsMember, type TestApp } from './test-app.ts';

export interface Book {
  syndicateId: bigint;
  /** A deal of the book, and a day of its payouts. */
  mid: string;
  payDate: string;
}

interface VersionedCall {
  /** The endpoint's name in the contract. */
  endpoint: string;
  path: string;
  body?: object;
}

/** Requests of every versioned endpoint: each table, and each way to choose its rows. */
export function versionedCalls({ syndicateId, mid, payDate }: Book): VersionedCall[] {
  const rows = (asked: object): VersionedCall => ({
    endpoint: 'portfolio.participations',
    path: '/api/payouts/get_dealsyndication_payouts',
    body: { syndication_id: Number(syndicateId), ...asked },
  });
  const sortedBy = (column: string) => rows({ column: { column, sortBy: 'desc' } });
  return [
    { endpoint: 'portfolio.portfolioTotals', path: `/api/payouts/syndication_sums/${syndicateId}` },
    {
      endpoint: 'portfolio.filterLists',
      path: `/api/payouts/get_dealsyndication_aggrementDate_statuses/${syndicateId}`,
    },
    rows({}),
    rows({ length: -1 }),
    rows({ search: 'oak' }),
    rows({ filter: { syndication_status: DEAL_STATUSES[0] } }),
    rows({ filter: { on_watchlist: 1 } }),
    rows({ excel_origin_start_date: '2026-01-01', excel_origin_end_date: '2030-01-01' }),
    sortedBy('portfolio_balance'),
    sortedBy('last_cleared_payment_date'),
    {
      endpoint: 'portfolio.dealPayouts',
      path: '/api/payouts/deal_payouts',
      body: { syndication_id: Number(syndicateId), contract_MID: mid },
    },
    { endpoint: 'watchlist.watchlist', path: `/api/watchlist/${syndicateId}` },
    { endpoint: 'payouts.payDates', path: `/api/payouts/get_payouts_paydates/${syndicateId}` },
    {
      endpoint: 'payouts.payDateDeals',
      path: `/api/payouts/get_payouts_wrt_paydate?syndication_id=${syndicateId}&pay_date=${payDate}`,
    },
  ];
}

interface Sender {
  token: string;
  tenantId: string;
  known?: string | null | undefined;
  headers?: Record<string, string>;
}

/** Sends a call, with the version of an earlier answer if there is one. */
export function sendVersioned(
  app: TestApp,
  { path, body }: VersionedCall,
  { token, tenantId, known, headers }: Sender,
): Promise<Response> {
  const request = body ? postAsMember(body, token, tenantId) : asMember(token, tenantId);
  const all = { ...(request.headers as Record<string, string>), ...headers };
  return app.fetch(path, { ...request, headers: known ? { ...all, 'if-none-match': known } : all });
}

/** The full answer and its version. */
export async function readAnswer(response: Response): Promise<{ etag: string; text: string }> {
  const text = await response.text();
  const etag = response.headers.get('etag');
  if (response.status !== 200 || etag === null) throw new Error(`Answered ${response.status}: ${text}`);
  return { etag, text };
}
