import { expect, test } from 'vitest';
import * as z from 'zod/v4/core';
import { contract } from './contract/all.ts';
import type { Endpoint } from './contract/endpoint.ts';
import { PAGES } from './pages.ts';

/** Addresses are kept in histories, logs and proxies. What is listed is not ours to move, or is no secret. */
const ALLOWED: Readonly<Record<string, string>> = {
  'GET /api/syndicates/:syndication_id/deals/:deal_unique_id deal_unique_id':
    'the public id of a deal, which opens nothing without a session',
  'GET /api/syndicates/:syndication_id/deals/:deal_unique_id/schedule-a deal_unique_id':
    'the public id of a deal, which opens nothing without a session',
  'GET /get_deal_for_iso/:lender_id/:unique_id unique_id':
    'the specification sets it; the portal’s own page sends the word current, and the token in a header',
  'GET /user/user_locked/:email email':
    'the specification sets it, for older clients; the portal’s own page sends the name in a body',
  'GET /api/session_user/:remember_token remember_token':
    'the specification sets it; it is ignored, and the token is in a cookie',
  'GET /api/get_deal_data/:unique_id unique_id':
    'the public id of a deal, which opens nothing without a session',
  'GET /api/get_accounting_reply_data/:unique_id unique_id':
    'the public id of an invite, which opens nothing without a session',
  'GET /api/invites/:unique_id/thread unique_id':
    'the public id of an invite, which opens nothing without a session',
  'GET /api/invites/:unique_id/files/:file_id unique_id':
    'the public id of an invite, which opens nothing without a session',
  'POST /api/invites/:unique_id/files unique_id':
    'the public id of an invite, which opens nothing without a session',
  'POST /api/invites/:unique_id/files/:file_id/uploaded unique_id':
    'the public id of an invite, which opens nothing without a session',
  'GET /api/company/get_company/:contract_MID contract_MID': 'the number of a deal',
  'GET /api/deal_lender/deal_lenders_synd/:contract_MID contract_MID': 'the number of a deal',
  'GET /api/submission_note/submission_notes contract_MID': 'the number of a deal',
  'GET /api/operator/v1/cash/accounts/:syndicate syndicate': 'the abbreviation or id of a syndicate',
  'GET /api/unsubscribe/:token token':
    'RFC 8058 has one address in the header of a mail; the token switches off mails of a kind and opens nothing',
  'POST /api/unsubscribe/:token token':
    'RFC 8058 has one address in the header of a mail; the token switches off mails of a kind and opens nothing',
  'GET /api/non-tenant/sso/callback/:tenant state':
    'the protocol sets it; it counts once, in the browser that began',
  'GET /api/non-tenant/sso/callback/:tenant code':
    'the protocol sets it; it counts once, with the secret of the portal and the verifier of that sign-in',
  'GET /api/operator/v1/audit subject': 'words such as offer 12',
  'GET /api/operator/v1/audit/export subject': 'words such as offer 12',
  'POST /api/operator/v1/postings confirm': 'references of the processor',
  'GET /api/desk/v1/audit subject': 'words such as offer 12',
  'GET /api/desk/v1/audit/export subject': 'words such as offer 12',
  'GET /api/desk/v1/day_sheets/:file_id/lines search': 'a MID, a name or an amount of a day’s file',
  'GET /api/desk/v1/payments search': 'a reference of the processor, a MID, a day or an amount',
  'GET /api/desk/v1/why/:syndicate_id/deals/:contract_MID contract_MID': 'the number of a deal',
};

const SECRETS = {
  token: 'aB3_'.repeat(16),
  shortToken: `${'aB3_'.repeat(10)}xyz`,
  address: 'dana@northgate.example',
};

/** The fields of an address that would take a token or a mail address. */
const fieldsThatTakeSecrets = (schema: Endpoint['params']): string[] =>
  Object.entries(fieldsOf(schema)).flatMap(([name, field]) =>
    Object.values(SECRETS).some((secret) => z.safeParse(field, secret).success) ? [name] : [],
  );

function fieldsOf(schema: z.$ZodType | undefined): Readonly<Record<string, z.$ZodType>> {
  if (!schema) return {};
  const { def } = (schema as z.$ZodPipe | z.$ZodObject)._zod;
  return 'shape' in def ? def.shape : (def.in as z.$ZodObject)._zod.def.shape;
}

test('security rule: ROUTE-09 no call has a token or a mail address in its path or query, except those that are listed', () => {
  const found = Object.values(contract).flatMap((calls) =>
    Object.values(calls as Record<string, Endpoint>).flatMap(({ method, path, params, query }) =>
      [...fieldsThatTakeSecrets(params), ...fieldsThatTakeSecrets(query)].map(
        (name) => `${method} ${path} ${name}`,
      ),
    ),
  );
  expect(found.sort()).toEqual(Object.keys(ALLOWED).sort());
});

test('security rule: ROUTE-09 no page has a token in its path, except the offer’s, whose address the specification sets', () => {
  const withToken = Object.entries(PAGES).flatMap(([name, { path }]) => (/token/i.test(path) ? [name] : []));
  expect(withToken).toEqual(['offer']);
});
