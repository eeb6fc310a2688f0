import * as z from 'zod/v4/core';
import type { Endpoint, SessionAccess } from '../../../shared/contract/endpoint.ts';
import { type AllowedCaller, isForSession } from '../../../shared/contract/endpoint.ts';
import { type RefusalCode, refusals } from '../../../shared/contract/errors.ts';
import { refusalBody } from '../../../shared/contract/refusal-body.ts';
import { PERMISSIONS } from '../../../shared/domain/permissions.ts';
import { SESSION_COOKIE } from './session-cookie.ts';

/** OpenAPI's names for the ways in which a caller authenticates. */
export const SECURITY_SCHEMES = {
  session: { type: 'http', scheme: 'bearer', description: 'The access token of a session.' },
  cookie: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE },
  link: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: "The word Link, a space, and the token of the link that opens the page: 'Link …'.",
  },
  serviceToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'A service token, as `portal token add` prints it once. It names its tenant.',
  },
} as const;

type SchemeName = keyof typeof SECURITY_SCHEMES;

const SCHEMES: Record<AllowedCaller, SchemeName | null> = {
  anyone: null,
  cookie: 'cookie',
  investor: 'session',
  staff: 'session',
  'investor or staff': 'session',
  guest: 'session',
  'offer link': 'link',
  'bank link': 'link',
  'service token': 'serviceToken',
};

/** Describes who may call an endpoint; its schemas describe the data. */
export function describeAccess(endpoint: Endpoint) {
  const { access, linkTokenIn } = endpoint;
  const scheme = SCHEMES[access];
  return {
    tags: [areaOf(endpoint)],
    ...describeNeeds(endpoint),
    security: scheme && !linkTokenIn ? [{ [scheme]: [] }] : [],
    ...headersOf(endpoint),
  };
}

function describeNeeds({ access, scope, guests, needs = [] }: Endpoint) {
  const sentences = [
    ...(scope ? [`Needs a token with the scope \`${scope}\`.`] : []),
    ...(isForSession(access) ? [CALLERS[access]] : []),
    ...(guests === undefined ? [] : [OF_GUESTS[guests]]),
    ...needs.map((permission) => `Needs the permission \`${permission}\`: ${PERMISSIONS[permission].about}.`),
  ];
  return sentences.length > 0 ? { description: sentences.join(' ') } : {};
}

const CALLERS: Record<SessionAccess, string> = {
  investor: 'For investors.',
  staff: 'For the staff of the funder.',
  'investor or staff': 'For investors and for the staff of the funder.',
  guest: 'For guests of investors.',
};

const OF_GUESTS: Record<NonNullable<Endpoint['guests']>, string> = {
  'own account': 'Also for guests of investors.',
  statements: 'Also for guests to whom the statements are open.',
  documents: 'Also for guests to whom the documents are open.',
  payouts: 'Also for guests to whom the payouts are open.',
  tables: 'Also for guests to whom the tables are open.',
};

/** The part of the API that a path belongs to: `/api/operator/v1/links/:id` to links. */
function areaOf({ path, access }: Endpoint): string {
  const [, first = '', second, , fourth] = path.split('/');
  if (access === 'service token') return fourth ?? first;
  return (first === 'api' ? second : first) ?? first;
}

const HEADERS = {
  'Idempotency-Key': {
    type: 'string',
    minLength: 8,
    maxLength: 100,
    description:
      'Chosen by the caller. The same key again gets the same answer and changes nothing, for a week.',
  },
  'X-TENANT': { type: 'string', format: 'uuid', description: 'The tenant in which the call is made.' },
};

function headersOf({ isCommand, isKeyOptional, access }: Endpoint) {
  const names = [
    ...(isCommand ? (['Idempotency-Key'] as const) : []),
    ...(isForSession(access) ? (['X-TENANT'] as const) : []),
  ];
  if (names.length === 0) return {};
  const properties = Object.fromEntries(names.map((name) => [name, HEADERS[name]]));
  const required = names.filter((name) => name !== 'Idempotency-Key' || !isKeyOptional);
  return { headers: { type: 'object', properties, required } };
}

/** A schema for each status with which an endpoint may refuse, and the codes that go with it. */
export function describeRefusals(endpoint: Endpoint): Record<string, object> {
  const byStatus = Map.groupBy(refusalsOf(endpoint), (code) => String(refusals[code].status));
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, refusalSchema(codes)]));
}

function refusalsOf(endpoint: Endpoint): Set<RefusalCode> {
  const { access, guests, method, scope, needs = [] } = endpoint;
  const { needsFreshFactor, isCommand, refusals: own = [] } = endpoint;
  const isChecked = access === 'cookie' || (method !== 'GET' && OF_BROWSERS.has(access));
  return new Set<RefusalCode>([
    'invalid_request',
    ...OF_ACCESS[access],
    ...(guests === undefined ? [] : (['guest_ended', 'guest_part_closed'] as const)),
    ...(isChecked ? (['foreign_origin'] as const) : []),
    ...(scope ? (['scope_missing'] as const) : []),
    ...needs.map((permission) => PERMISSIONS[permission].refusal),
    ...(needsFreshFactor ? (['second_factor_needed', 'passkey_of_other_host'] as const) : []),
    ...(isCommand ? (['key_used_otherwise'] as const) : []),
    ...own,
    'unexpected',
  ]);
}

/** Sent by a page of the portal, and by nobody else's. */
const OF_BROWSERS = new Set<AllowedCaller>(['anyone', 'offer link', 'bank link']);

const OF_LINKS = ['link_unknown', 'link_expired', 'too_many_attempts'] as const;

const OF_CALLERS = [
  'not_signed_in',
  'tenant_not_allowed',
  'role_not_allowed',
  'password_change_required',
  'second_factor_required',
] as const;

const OF_ACCESS: Record<AllowedCaller, readonly RefusalCode[]> = {
  anyone: [],
  cookie: ['not_signed_in'],
  investor: OF_CALLERS,
  staff: OF_CALLERS,
  'investor or staff': OF_CALLERS,
  guest: [...OF_CALLERS, 'guest_ended'],
  'offer link': [...OF_LINKS, 'link_used'],
  'bank link': [...OF_LINKS, 'bank_link_used'],
  'service token': ['token_not_valid', 'too_many_attempts'],
};

const body = z.toJSONSchema(refusalBody, { io: 'input', target: 'openapi-3.0' });

const refusalSchema = (codes: readonly RefusalCode[]) => ({
  ...body,
  description: codes.map((code) => `\`${code}\`: ${refusals[code].message}`).join('\n\n'),
  properties: { ...body.properties, code: { type: 'string', enum: codes } },
});
