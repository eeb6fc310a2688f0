import * as z from 'zod/mini';
import { FILE_REFUSALS, FILE_STATES, type FileRefusal } from '../domain/offer-files.ts';
import { PAYMENT_FREQUENCIES } from '../domain/offer-terms.ts';
import { givenIdOrNone, id, outcome, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { chosenPercent, money, percent } from './value-codecs.ts';

const offer = wireObject({
  id: ['id', id],
  dealId: ['deal_id', id],
  dealName: ['deal_name', z.string()],
  status: ['lender_offer_status', z.string()],
  positionNumber: ['lender_position_number', z.int()],
  amount: ['lender_offer_amount', money],
  paybackAmount: ['lender_payback_amount', money],
  payment: ['lender_payment', money],
  paymentFrequency: ['lender_payment_type', z.enum(PAYMENT_FREQUENCIES)],
  factorRate: ['lender_factor_rate', percent],
  buyRate: ['lender_buy_rate', percent],
  /** The most that the broker may take, which is the right end of the slider. */
  commissionPercent: ['lender_commission_percentage', percent],
  termDays: ['lender_term', z.int()],
  note: ['offer_note', z.nullable(z.string())],
  /** The note that the lender sends to the broker with the offer. */
  notifyNote: ['offer_notify_note', z.nullable(z.string())],
  lenderName: ['name', z.string()],
  createdAt: ['created_at', z.iso.datetime()],
  /** The browser sends it back with the acceptance, so that terms that changed meanwhile are not accepted unseen. */
  version: ['version', z.int()],
});

/** The broker to whom the link was sent. */
const broker = wireObject({
  id: ['id', id],
  name: ['name', z.string()],
  companyName: ['company_name', z.string()],
  email: ['email', z.string()],
  phoneNumber: ['phone_number', z.nullable(z.string())],
});

const stagedFileId = z.uuid();

const stagedFile = wireObject({
  id: ['id', stagedFileId],
  name: ['file_name', z.string()],
  size: ['file_size', z.int()],
  categoryId: ['file_category_id', id],
  state: ['state', z.enum(FILE_STATES)],
  refusal: ['refusal', z.nullable(z.enum(Object.keys(FILE_REFUSALS) as [FileRefusal, ...FileRefusal[]]))],
});

/** In place of the token in a path, when the header has it. */
export const TOKEN_IN_HEADER = 'current';

const ofStagedFile = wireObject({ id: ['id', stagedFileId] });

/** The broker's page. Every call is authorized by the offer's link, which determines what can be seen and done. */
export const offersContract = {
  offerForBroker: endpoint({
    method: 'GET',
    path: '/get_deal_for_iso/:lender_id/:unique_id',
    access: 'offer link',
    linkTokenIn: 'path',
    recordsUse: 'offer viewed',
    summary:
      "The offer that a broker's link opens. Changes nothing. The token may be in the header instead, and the word current in the path.",
    params: wireObject({
      offerId: ['lender_id', pathId],
      linkToken: ['unique_id', z.string().check(z.maxLength(200))],
    }),
    response: wireObject({
      data: [
        'data',
        // Lists with one element, as the older system answered them.
        wireObject({ offers: ['offer', z.tuple([offer])], brokers: ['iso', z.tuple([broker])] }),
      ],
    }),
  }),

  fileCategories: endpoint({
    method: 'GET',
    path: '/api/file_category/file_categories',
    access: 'offer link',
    summary: 'The file categories to choose from.',
    response: wireObject({
      categories: ['data', z.array(wireObject({ id: ['id', id], name: ['file_category_name', z.string()] }))],
    }),
  }),

  stageFile: endpoint({
    method: 'POST',
    path: '/api/deal_file/deal_files',
    access: 'offer link',
    opensTransactions: true,
    summary:
      'Announces a file and returns where to upload its bytes: one PUT with exactly these headers and that many bytes. Alternatively, send the bytes along as multipart/form-data in the field file.',
    body: wireObject({
      name: ['file_name', z.string().check(z.trim(), z.minLength(1), z.maxLength(200))],
      size: ['file_size', z.int().check(z.minimum(1))],
      categoryId: ['file_category_id', givenIdOrNone],
      dealId: ['deal_id', givenIdOrNone],
    }),
    takesFile: {
      partName: 'file',
      announce: ({ name, size, fields }) => ({ ...fields, file_name: name, file_size: size }),
    },
    response: wireObject({
      id: ['id', stagedFileId],
      isDone: ['success', z.boolean()],
      message: ['message', z.string()],
      /** Null when the bytes came with this request, so that there is nothing left to upload. */
      upload: [
        'upload',
        z.nullable(
          wireObject({
            url: ['url', z.url()],
            headers: ['headers', z.record(z.string(), z.string())],
            expiresInSeconds: ['expires_in', z.int()],
          }),
        ),
      ],
    }),
  }),

  fileUploaded: endpoint({
    method: 'POST',
    path: '/api/deal_file/deal_files/:id/uploaded',
    access: 'offer link',
    isRepeatable: true,
    opensTransactions: true,
    summary: 'Reports that the bytes of a file have been uploaded, which starts its checks.',
    params: ofStagedFile,
    response: stagedFile,
  }),

  stagedFiles: endpoint({
    method: 'GET',
    path: '/api/deal_file/deal_files',
    access: 'offer link',
    summary: 'The files staged under the link, with the state of each.',
    response: wireObject({ files: ['data', z.array(stagedFile)] }),
  }),

  removeStagedFile: endpoint({
    method: 'DELETE',
    path: '/api/deal_file/deal_files/:id',
    access: 'offer link',
    summary: 'Removes a staged file.',
    params: ofStagedFile,
    response: outcome,
  }),

  acceptOffer: endpoint({
    method: 'PUT',
    path: '/api/deal_lender/deal_lenders/:id',
    access: 'offer link',
    records: ['offer accepted'],
    isCommand: true,
    isKeyOptional: true,
    summary:
      'Accepts the offer and requests the contract: everything or nothing, once per link. Of the prices, only the commission is read. Without a version, the current terms are accepted; without deal_files, every clean file of the link is attached.',
    params: wireObject({ offerId: ['id', pathId] }),
    // Room for a message of the largest size, written as JSON.
    maxBodyBytes: 256 * 1024,
    body: wireObject({
      commissionPercent: ['lender_commission_percentage', chosenPercent],
      dealId: ['deal_id', givenIdOrNone],
      version: ['version', z.optional(z.int())],
      messageHtml: ['iso_message', z._default(z.string(), '')],
      fileIds: ['deal_files', z.optional(z.array(stagedFileId).check(z.maxLength(20)))],
    }),
    response: outcome,
  }),
};
