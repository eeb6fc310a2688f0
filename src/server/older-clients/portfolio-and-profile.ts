import { PASSWORD } from '../testing/portal.ts';
import { BANK } from '../testing/profile.ts';
import { at } from './client.ts';
import type { Known, Step } from './step.ts';

const NEW_PASSWORD = 'another horse battery';

const get =
  (path: (known: Known) => string, query: (known: Known) => Record<string, string> = () => ({})) =>
  (known: Known) =>
    known.call('GET', path(known), { query: query(known), headers: known.member });

const post = (path: string, json: (known: Known) => object) => (known: Known) =>
  known.call('POST', path, { json: json(known), headers: known.member });

/** The newest pay date in the list. */
async function latestPayDate({ call, syndicateId, member }: Known): Promise<string> {
  const { body } = await call('GET', `/api/payouts/get_payouts_paydates/${syndicateId}`, {
    query: { page: '1', length: '25' },
    headers: member,
  });
  return String(at(body, 'data.0.pay_date'));
}

/** The state of a table as the older page sent it, with an empty text for everything that is not chosen. */
const table = ({ syndicateId }: Known) => ({
  syndication_id: syndicateId,
  page: '1',
  length: '25',
  search: '',
  column: {
    column: 'syndication_agreement_date',
    sortBy: 'desc',
    name: 'Agreement Date',
    value: 'syndication_agreement_date',
  },
  filter: { syndication_status: 'All Status', syndication_agreement_date: 'All M/Y' },
  excel_origin_start_date: '',
  excel_origin_end_date: '',
});

export const portfolioAndProfile: readonly Step[] = [
  {
    call: 'GET /api/user_permission/user_permissions/{user_id}',
    send: get(({ userId }) => `/api/user_permission/user_permissions/${userId}`),
    holds: { 'user permission': '0' },
  },
  {
    call: 'GET /api/syndicate/get_compact_syndicates',
    send: get(
      () => '/api/syndicate/get_compact_syndicates',
      ({ userId }) => ({ user_id: userId }),
    ),
    holds: { 'compact syndicate': 'data.0' },
  },
  {
    call: 'GET /api/getPortalUserProfile/{user_id}',
    send: get(({ userId }) => `/api/getPortalUserProfile/${userId}`),
    holds: { 'portal user': '0', syndicate: '0.syndication' },
  },
  {
    call: 'POST /api/updateSyndicateUserPwd',
    send: post('/api/updateSyndicateUserPwd', ({ userId }) => ({
      user_id: userId,
      password: NEW_PASSWORD,
      oldpassword: PASSWORD,
      first_login: 'false',
    })),
    reads: ['success', 'message'],
  },
  {
    call: 'POST /api/updatePortalUserProfile',
    ours: ['password'],
    async send(known) {
      const profile = await known.call('GET', `/api/getPortalUserProfile/${known.userId}`, {
        headers: known.member,
      });
      const syndication = at(profile.body, '0.syndication');
      return known.call('POST', '/api/updatePortalUserProfile', {
        json: {
          user_id: known.userId,
          name: 'Dana Reyes',
          syndicate_id: known.syndicateId,
          syndicate_phone_number: '(216) 555-0134',
          syndicate_phone_type: 'Office',
          syndicate_phone_id: at(syndication, 'syndicate_phone.id'),
          syndicate_street: '1 Main St',
          syndicate_city: 'Akron',
          syndicate_state: 'Ohio',
          syndicate_zip: '44301',
          syndicate_esign_email: at(syndication, 'syndicate_esign_email'),
          syndicate_address_id: at(syndication, 'syndicate_address.id'),
          syndicate_cc_emails: JSON.stringify(['books@northgate.example']),
          password: NEW_PASSWORD,
        },
        headers: known.member,
      });
    },
    reads: ['success'],
  },
  {
    call: 'POST /api/updateSyndicateBankInfo',
    ours: ['password'],
    send: post('/api/updateSyndicateBankInfo', ({ userId, syndicateId }) => ({
      user_id: userId,
      syndicate_id: syndicateId,
      ...BANK,
      password: NEW_PASSWORD,
    })),
    reads: ['takes_effect_at'],
  },
  {
    call: 'GET /api/payouts/syndication_sums/{syndication_id}',
    send: get(({ syndicateId }) => `/api/payouts/syndication_sums/${syndicateId}`),
    holds: { sums: '' },
  },
  {
    call: 'POST /api/payouts/get_dealsyndication_payouts',
    send: post('/api/payouts/get_dealsyndication_payouts', table),
    holds: { 'table request': '', 'deal syndication row': 'deal_syndication_data.data.0' },
  },
  {
    call: 'GET /api/payouts/get_dealsyndication_aggrementDate_statuses/{syndication_id}',
    send: get(({ syndicateId }) => `/api/payouts/get_dealsyndication_aggrementDate_statuses/${syndicateId}`),
    holds: { 'filter lists': '' },
  },
  {
    call: 'POST /api/payouts/deal_payouts',
    send: post('/api/payouts/deal_payouts', ({ syndicateId, mid }) => ({
      syndication_id: syndicateId,
      contract_MID: mid,
    })),
    holds: { 'payout per deal': '0' },
  },
  {
    call: 'POST /api/payouts/export_syndicated_deals',
    send: post('/api/payouts/export_syndicated_deals', (known) => ({ ...table(known), type: 'quickview' })),
    downloads: 'quickview',
  },
  {
    call: 'GET /api/payouts/get_payouts_paydates/{syndication_id}',
    send: get(
      ({ syndicateId }) => `/api/payouts/get_payouts_paydates/${syndicateId}`,
      () => ({ page: '1', length: '25' }),
    ),
    holds: { 'page of pay dates': '', 'pay-date summary': 'data.0' },
  },
  {
    call: 'GET /api/payouts/get_payouts_wrt_paydate',
    async send(known) {
      const { call, syndicateId, member } = known;
      const pay_date = await latestPayDate(known);
      return call('GET', '/api/payouts/get_payouts_wrt_paydate', {
        query: { syndication_id: syndicateId, pay_date, page: '1', length: '25' },
        headers: member,
      });
    },
    holds: { 'page of payouts': '', 'payout per deal': 'data.0' },
  },
  {
    call: 'POST /api/payouts/export_syndicated_payouts',
    async send(known) {
      const { call, syndicateId, member } = known;
      const json = { syndication_id: syndicateId, pay_date: await latestPayDate(known) };
      return call('POST', '/api/payouts/export_syndicated_payouts', { json, headers: member });
    },
    downloads: 'payout_',
  },
];
