import type { Known, Step } from './step.ts';

const get = (path: (known: Known) => string) => (known: Known) =>
  known.call('GET', path(known), { headers: known.member });

const ofCompany = (path: string) => get(({ companyId }) => `${path}/${companyId}`);
const ofDeal = (path: string) => get(({ mid }) => `${path}/${mid}`);

export const fileAndInvites: readonly Step[] = [
  {
    call: 'GET /api/get_deal_data/{unique_id}',
    send: get(({ dealPublicId }) => `/api/get_deal_data/${dealPublicId}`),
    holds: { deal: '' },
  },
  {
    call: 'GET /api/company/get_company/{contract_MID}',
    send: ofDeal('/api/company/get_company'),
    holds: { company: '' },
  },
  {
    call: 'GET /api/company_address/company_addresses/{company_id}',
    send: ofCompany('/api/company_address/company_addresses'),
    holds: { 'company address': '0' },
  },
  {
    call: 'GET /api/filecontrolsheet/getFCSRowsCompanyCalc/{company_id}',
    send: ofCompany('/api/filecontrolsheet/getFCSRowsCompanyCalc'),
    reads: ['0.bank_account_id', '0.month_net_deposits'],
  },
  {
    call: 'GET /api/deal_lender/deal_lenders_synd/{contract_MID}',
    send: ofDeal('/api/deal_lender/deal_lenders_synd'),
    holds: { 'accepted offer': '0' },
  },
  {
    call: 'GET /api/company/getCompanyBankAccount/{company_id}',
    send: ofCompany('/api/company/getCompanyBankAccount'),
    holds: { 'bank account': '0' },
  },
  {
    call: 'GET /api/company/getCompanyBankStm/{company_id}',
    send: ofCompany('/api/company/getCompanyBankStm'),
    holds: { 'bank statement row': '0' },
  },
  {
    call: 'GET /api/mcainformation/mcas/{company_id}',
    send: ofCompany('/api/mcainformation/mcas'),
    holds: { 'existing advance (MCA)': '0' },
  },
  {
    call: 'GET /api/company_merchant/merchant_for_company/{company_id}',
    send: ofCompany('/api/company_merchant/merchant_for_company'),
    holds: { 'company merchant': '0' },
  },
  {
    call: 'POST /receive_accounting/public_token',
    send: ({ call, bankLink }) =>
      call('POST', '/receive_accounting/public_token', {
        json: { public_token: 'public-of-the-older-page', company_plaid_id: bankLink.token },
      }),
    reads: ['success'],
  },
  {
    call: 'GET /api/get_accounting_reply_data/{unique_id}',
    send: get(({ invite }) => `/api/get_accounting_reply_data/${invite.publicId}`),
    holds: { 'invite (accounting reply)': '' },
  },
  {
    call: 'POST /api/message_to_accounting',
    send: ({ call, member, invited, invite, syndicateId }) =>
      call('POST', '/api/message_to_accounting', {
        json: {
          message: '<p>Could we do 8 %?</p>',
          syndicate_id: syndicateId,
          deal_id: String(invited.dealId),
          payPercent: 8,
          id: Number(invite.id),
        },
        headers: member,
      }),
    reads: ['success'],
  },
  {
    call: 'GET /api/get_deal_data_prefund/{deal_id}',
    send: get(({ invited }) => `/api/get_deal_data_prefund/${invited.dealId}`),
    reads: [
      'contract_MID',
      'lender_position_number',
      'lender_offer_amount',
      'lender_factor_rate',
      'lender_term',
    ],
  },
  {
    call: 'POST /api/prefunding_accept',
    send: ({ call, member, invited, syndicateId }) =>
      call('POST', '/api/prefunding_accept', {
        json: {
          deal_id: Number(invited.dealId),
          syndicate_id: syndicateId,
          payPercent: 2.5,
          history_id: '',
          message: '',
        },
        headers: member,
      }),
    reads: ['success'],
  },
];
