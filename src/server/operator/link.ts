import { parseArgs } from 'node:util';
import type { LinkRequest } from '../../shared/contract/operator-links.ts';
import {
  INVITE_PAGES,
  type IssuedLinkKind,
  LINK_DAYS,
  LINK_KINDS,
  TICKET_MINUTES,
} from '../../shared/domain/issued-links.ts';
import { type Rate, rate } from '../../shared/domain/rate.ts';
import { type IssuedLink, issueLink } from '../features/links/issue-link.ts';
import { type ListedLink, listLinks, revokeLink } from '../features/links/listed-links.ts';
import { createEncryption } from '../platform/crypto/encryption.ts';
import { readEncryptionKeys, readPublicOrigin } from '../platform/settings/env.ts';
import {
  type Command,
  commandLineOperator,
  inTenant,
  print,
  printStatus,
  refuseOtherOptions,
  requireNamed,
  requireNumber,
  requireText,
  UsageError,
} from './command.ts';

const options = {
  tenant: { type: 'string' },
  offer: { type: 'string' },
  company: { type: 'string' },
  invite: { type: 'string' },
  syndicate: { type: 'string' },
  user: { type: 'string' },
  to: { type: 'string' },
  days: { type: 'string' },
  minutes: { type: 'string' },
  share: { type: 'string' },
  'max-share': { type: 'string' },
  'no-mail': { type: 'boolean' },
  kind: { type: 'string' },
  open: { type: 'boolean' },
} as const;

const WORDS = [...LINK_KINDS, ...INVITE_PAGES, 'list', 'revoke'] as const;
type Word = (typeof WORDS)[number];

/** The options of each subcommand, in addition to the tenant. */
const OPTIONS_OF: Readonly<Record<Word, readonly (keyof typeof options)[]>> = {
  offer: ['offer', 'days', 'no-mail'],
  bank: ['company', 'to', 'days', 'no-mail'],
  ticket: ['user', 'minutes', 'no-mail'],
  prefunding: ['offer', 'syndicate', 'share', 'max-share', 'invite', 'no-mail'],
  reply: ['invite', 'no-mail'],
  list: ['kind', 'open'],
  revoke: [],
};

const readArgs = (args: readonly string[]) => parseArgs({ args: [...args], allowPositionals: true, options });

type Values = ReturnType<typeof readArgs>['values'];

/**
 * Issues a link for a broker (to an offer), a merchant (to connect a bank), a user (to sign in) or an investor (to an
 * invite). The address is printed and mailed. For the first three it is shown only once, because only its hash is stored.
 * The pages of an invite require signing in.
 */
export const linkCommand: Command = {
  about: 'issues, lists and revokes links for brokers, merchants, users and investors',
  usage: [
    'link offer --tenant <name> --offer <id, or :your own> [--days <number>] [--no-mail]',
    'link bank --tenant <name> --company <id, or :your own> --to <e-mail> [--days <number>]; or --no-mail in place of --to',
    'link ticket --tenant <name> --user <e-mail> [--minutes <number>] [--no-mail]',
    'link prefunding --tenant <name> --offer <id, or :your own> --syndicate <abbreviation or id> [--share <percent>] [--max-share <percent>] [--no-mail]',
    'link prefunding|reply --tenant <name> --invite <id> [--no-mail]',
    `link list --tenant <name> [--kind ${LINK_KINDS.join('|')}] [--open]`,
    'link revoke <id> --tenant <name>',
  ],
  async run(args) {
    const { positionals, values } = readArgs(args);
    const [first, id, ...more] = positionals;
    const word = WORDS.find((known) => known === first);
    if (!word) throw new UsageError(`link expects one of ${WORDS.join(', ')}.`);
    refuseOtherOptions(`link ${word}`, values, OPTIONS_OF[word]);
    if (more.length > 0 || (id !== undefined && word !== 'revoke'))
      throw new UsageError('There is one argument too many.');
    if (word === 'list') return list(values);
    if (word === 'revoke') return revoke(id, values);
    await issue(requestOf(word, values), values);
  },
};

async function issue(request: LinkRequest, { tenant }: Values): Promise<void> {
  const deps = {
    publicOrigin: readPublicOrigin(),
    encryption: createEncryption(readEncryptionKeys()),
  };
  const issued = await inTenant(tenant, (tx, tenantId) =>
    issueLink(tx, deps, { tenantId, operator: commandLineOperator() }, request),
  );
  print(issued.address);
  printStatus(describeIssued(issued));
  if (request.kind === 'bank' && !process.env['PLAID_CLIENT_ID'])
    printStatus('PLAID_CLIENT_ID is not set here. Unless it is set for the api, no bank can be connected.');
}

function describeIssued({ id, inviteId, expiresAt, mailedTo }: IssuedLink): string {
  const link = id === null ? `Invite ${inviteId}` : `Link ${id}, until ${expiresAt?.toISOString()}`;
  return `${link}, ${mailedTo ? `is mailed to ${mailedTo}` : 'not mailed'}.`;
}

function requestOf(word: Exclude<Word, 'list' | 'revoke'>, values: Values): LinkRequest {
  const isMailed = !values['no-mail'];
  const days = () =>
    Number(requireNumber('--days', values.days ?? `${LINK_DAYS.default}`, { from: 1, to: LINK_DAYS.max }));
  switch (word) {
    case 'offer':
      return { kind: word, ...offerOf(values), days: days(), isMailed };
    case 'bank': {
      const { id: companyId, ownId: ownCompanyId } = requireNamed('--company', values.company);
      return { kind: word, companyId, ownCompanyId, to: values.to, days: days(), isMailed };
    }
    case 'ticket': {
      const bounds = { from: 1, to: TICKET_MINUTES.max };
      const minutes = requireNumber('--minutes', values.minutes ?? `${TICKET_MINUTES.default}`, bounds);
      return { kind: word, email: requireText('--user', values.user), minutes: Number(minutes), isMailed };
    }
    case 'reply':
      return { kind: word, inviteId: requireNumber('--invite', values.invite), isMailed };
    case 'prefunding':
      return values.invite === undefined
        ? {
            kind: word,
            ...offerOf(values),
            syndicateId: undefined,
            syndicate: requireText('--syndicate', values.syndicate),
            offeredSharePercent: percent('--share', values.share),
            maxSharePercent: percent('--max-share', values['max-share']),
            isMailed,
          }
        : { kind: word, inviteId: requireNumber('--invite', values.invite), isMailed };
  }
}

function offerOf({ offer }: Values) {
  const { id: offerId, ownId: ownOfferId } = requireNamed('--offer', offer);
  return { offerId, ownOfferId };
}

function percent(option: string, text: string | undefined): Rate | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,3}(\.\d{1,4})?$/.test(text)) throw new UsageError(`${option} expects a percent such as 7.5.`);
  return rate(text);
}

async function list({ tenant, kind, open }: Values): Promise<void> {
  if (kind !== undefined && !isKind(kind))
    throw new UsageError(
      `--kind expects one of ${LINK_KINDS.join(', ')}. Pages of an invite require signing in, so they are neither listed nor revoked.`,
    );
  const choice = { kind, state: open ? ('open' as const) : undefined };
  await inTenant(tenant, async (tx, tenantId) => {
    let before: bigint | undefined;
    do {
      const { links, next } = await listLinks(tx, tenantId, { ...choice, before });
      for (const link of links) print(describe(link));
      before = next ?? undefined;
    } while (before !== undefined);
  });
}

const isKind = (text: string): text is IssuedLinkKind => LINK_KINDS.some((kind) => kind === text);

const SUBJECTS = { offer: 'offer', bank: 'company', ticket: 'user' };

function describe({
  id,
  kind,
  subjectId,
  state,
  issuedAt,
  expiresAt,
  mailedTo,
  mailedAt,
}: ListedLink): string {
  const times = `issued ${issuedAt.toISOString()}, until ${expiresAt.toISOString()}`;
  const mail = mailedAt ? `mailed ${mailedAt.toISOString()} to ${mailedTo}` : `mail to ${mailedTo} not sent`;
  const subject = `${SUBJECTS[kind]} ${subjectId}`;
  return [id, kind, subject, state, times, mailedTo === null ? 'not mailed' : mail].join('\t');
}

async function revoke(text: string | undefined, { tenant }: Values): Promise<void> {
  const id = requireNumber('link revoke', text);
  await inTenant(tenant, (tx, tenantId) => revokeLink(tx, { tenantId, operator: commandLineOperator() }, id));
  print(`Link ${id} is revoked.`);
}
