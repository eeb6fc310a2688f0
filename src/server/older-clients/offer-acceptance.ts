import { pdf } from '../testing/sample-files.ts';
import type { Known, Step } from './step.ts';

const LINK = 'Authorization';
const underLink = ({ offer }: Known) => ({ authorization: `Link ${offer.token}` });
const ACCEPT = 'PUT /api/deal_lender/deal_lenders/{id}';

/** Files are sent before the acceptance here. Calls that one command has replaced are made all the same. */
export const offerAcceptance: readonly Step[] = [
  {
    call: 'GET /get_deal_for_iso/{lender_id}/{unique_id}',
    send: ({ call, offer }) => call('GET', `/get_deal_for_iso/${offer.offerId}/${offer.token}`),
    holds: { 'offer (deal lender)': 'data.offer.0', 'broker (iso)': 'data.iso.0' },
  },
  {
    call: 'POST /send_offer_accepted_email',
    send: ({ call, offer }) =>
      call('POST', '/send_offer_accepted_email', { json: { deal: Number(offer.dealId), iso: 1 } }),
  },
  {
    call: 'GET /api/file_category/file_categories',
    ours: [LINK],
    send: (known) => known.call('GET', '/api/file_category/file_categories', { headers: underLink(known) }),
    holds: { 'file category': 'data.0' },
  },
  {
    call: 'POST /api/deal_file/deal_files',
    ours: [LINK],
    async send(known) {
      const multipart = new FormData();
      multipart.append('file', new Blob([new Uint8Array(pdf())]), 'contract.pdf');
      multipart.append('user_id', '0');
      multipart.append('deal_id', String(known.offer.dealId));
      multipart.append('file_category_id', String(known.categoryId));
      return known.call('POST', '/api/deal_file/deal_files', { multipart, headers: underLink(known) });
    },
    holds: { 'deal file upload': '' },
  },
  {
    call: ACCEPT,
    ours: [LINK],
    async send(known) {
      const { call, offer } = known;
      const json = {
        deal_id: Number(offer.dealId),
        lender_offer_status: 'Offer Accepted',
        lender_offer_amount: '60000.00',
        lender_payback_amount: 84_000,
        lender_payment: 700,
        lender_factor_rate: 1.4,
        lender_buy_rate: '1.3',
        lender_commission_percentage: 10,
        lender_term: 120,
      };
      const accept = () =>
        call('PUT', `/api/deal_lender/deal_lenders/${offer.offerId}`, { json, headers: underLink(known) });
      // While the file is being checked, the answer asks the client to try again.
      for (;;) {
        const answer = await accept();
        if (answer.status !== 409) return answer;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    holds: { 'acceptance (PUT deal lender)': '' },
  },
  {
    call: 'PUT /api/submission/submissions/{deal_id}',
    instead: ACCEPT,
    send: ({ call, offer }) =>
      call('PUT', `/api/submission/submissions/${offer.dealId}`, {
        json: { deal_status: 'Request Price Adjustment', deal_next_processor_role: 'Credit Analyst' },
      }),
  },
  {
    call: 'POST /iso_accept_offer_noti',
    send: ({ call, offer }) =>
      call('POST', '/iso_accept_offer_noti', {
        json: {
          deal_id: Number(offer.dealId),
          deal_lender_id: Number(offer.offerId),
          iso_message: '<p>By E-Sign, please.</p>',
        },
      }),
  },
  {
    call: 'POST /api/submission_note/submission_notes',
    instead: ACCEPT,
    send: ({ call, offer }) =>
      call('POST', '/api/submission_note/submission_notes', {
        json: {
          deal_id: Number(offer.dealId),
          user_id: 0,
          deal_user_note: '<p>By E-Sign, please.</p>',
          deal_note_type: 'Offer',
          pinned: false,
        },
      }),
  },
  {
    call: 'GET /api/submission_note/submission_notes',
    send: ({ call, mid, member }) =>
      call('GET', '/api/submission_note/submission_notes', {
        query: { contract_MID: mid, deal_note_type: 'Collection' },
        headers: member,
      }),
    holds: { 'submission note': '0' },
  },
  { call: '— (status update of a submission)', instead: ACCEPT },
];
