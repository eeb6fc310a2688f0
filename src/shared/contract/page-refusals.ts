/**
 * The refusals that pages say themselves, without asking the server. Only these are part of the scripts; the words of every other
 * refusal come with the server's answer.
 */
export const pageRefusals = {
  not_signed_in: { status: 401, message: 'Please sign in.' },
  tenant_not_allowed: { status: 403, message: 'You are not a member of this account.' },
  switch_not_allowed: { status: 403, message: 'You dont have the access to switch accounts.' },
  not_found: { status: 404, message: 'Sorry, Page not found.' },
  link_expired: {
    status: 410,
    message: 'Link Expired. The link you are trying to access is expired. Please request a new link.',
  },
  link_unknown: {
    status: 404,
    message: 'We do not know this link. Please check that it is complete, or ask for a new one.',
  },
  link_used: {
    status: 410,
    message: 'Your contract request has been processed. We will get back to you shortly.',
  },
  invite_closed: { status: 410, message: 'This deal no longer takes participations.' },
  file_not_uploaded: {
    status: 409,
    message: 'There was an error uploading files. Not all of the file has arrived.',
  },
  password_too_short: { status: 422, message: 'Min 8 characters' },
  password_too_long: { status: 422, message: 'Max 128 characters' },
  email_invalid: { status: 422, message: 'Invalid e-mail.' },
  phone_invalid: { status: 422, message: 'Invalid phone number.' },
  limit_invalid: { status: 422, message: 'A limit is a percent from 0.01 to 100.' },
  zip_invalid: { status: 422, message: 'Invalid zip.' },
  account_number_invalid: { status: 422, message: 'An account number has 5 to 17 digits.' },
  routing_number_invalid: { status: 422, message: 'This is not a valid routing number.' },
  unexpected: { status: 500, message: 'Something went wrong' },
} as const satisfies Record<string, { status: number; message: string }>;

export type PageRefusalCode = keyof typeof pageRefusals;
