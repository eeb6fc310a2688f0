import * as z from 'zod/mini';

/** Every refusal the server gives has a stable code; the words are for people and may be translated. */
export const refusals = {
  invalid_request: { status: 400, message: 'The request was not understood.' },
  invalid_credentials: { status: 401, message: 'The user credentials were incorrect' },
  not_signed_in: { status: 401, message: 'Please sign in.' },
  role_not_allowed: { status: 403, message: 'This portal is not accessable to your role.' },
  account_closed: { status: 403, message: 'Account is closed, please contact admin.' },
  tenant_not_allowed: { status: 403, message: 'You are not a member of this account.' },
  foreign_origin: { status: 403, message: 'This request did not come from the portal.' },
  switch_not_allowed: { status: 403, message: 'You dont have the access to switch accounts.' },
  not_found: { status: 404, message: 'Sorry, Page not found.' },
  shares_exceed_deal: { status: 422, message: 'The participants would hold more than the whole deal.' },
  deal_already_paying: { status: 409, message: 'Payments of this deal have been paid out already.' },
  payment_conflict: { status: 409, message: 'A different payment was posted under this reference.' },
  payment_exceeds_payback: {
    status: 422,
    message: 'The payment is larger than what the merchant still owes.',
  },
  server_busy: { status: 503, message: 'The portal is busy. Please try again in a moment.' },
  unexpected: { status: 500, message: 'Something went wrong' },
} as const satisfies Record<string, { status: number; message: string }>;

export type RefusalCode = keyof typeof refusals;

export const refusalBody = z.object({
  code: z.enum(Object.keys(refusals) as [RefusalCode, ...RefusalCode[]]),
  message: z.string(),
  request_id: z.string(),
});
