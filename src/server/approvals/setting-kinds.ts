import { maskedNumber } from '../../shared/domain/bank-account.ts';
import { PROTECTION_NAMES, type WeakeningKind, weakenedTo } from '../../shared/domain/protections.ts';
import { mayGive } from '../../shared/domain/scope-permissions.ts';
import { SETTING_NAMES, settingInWords } from '../../shared/domain/setting-names.ts';
import { requireMember } from '../identity/members.queries.ts';
import { approveServiceToken, readServiceToken } from '../identity/service-tokens.ts';
import { approveOriginator, readNamedOriginator } from '../payout-runs/originators.ts';
import type { Operator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { changeSettings, readSettings, type TenantSettings } from '../tenant-settings/settings.ts';
import {
  approveSingleSignOn,
  readSignOnSettings,
  requireSingleSignOn,
} from '../tenant-settings/single-sign-on.ts';
import type { Kind } from './kind.ts';

const countOf = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** These are done, or refused. */
async function asAsked(work: Promise<unknown>): Promise<null> {
  await work;
  return null;
}

/** Whoever lets a token work holds what it can do, as whoever issued it did. */
async function requireGivable(tx: Tx, tenantId: string, tokenId: bigint, operator: Operator): Promise<void> {
  if (operator.via !== 'desk') return;
  const { permissions } = await requireMember(tx, tenantId, { id: operator.userId });
  const { scopes } = await readServiceToken(tx, tenantId, tokenId);
  if (!scopes.every((scope) => mayGive(scope, permissions))) throw new Refusal('permission_not_yours');
}

interface Weakening {
  /** The setting in the audit trail. */
  about: string;
  words: (now: TenantSettings, to: number) => string;
}

/** A setting that protects somebody is made weaker. The number is the subject of the request, so nobody can put another in its place. */
const weakening = (kind: WeakeningKind, { about, words }: Weakening): Kind => ({
  subject: () => `setting ${about}`,
  describe: async (tx, { tenantId, subjectId }) => words(await readSettings(tx, tenantId), Number(subjectId)),
  async facts(tx, { tenantId, subjectId }) {
    const now = await readSettings(tx, tenantId);
    const after = weakenedTo(kind, Number(subjectId));
    return PROTECTION_NAMES.filter((name) => after[name] !== undefined).flatMap((name) => [
      { label: 'Setting', value: SETTING_NAMES[name] },
      { label: 'Now', value: settingInWords(name, now[name]) },
      { label: 'After', value: settingInWords(name, after[name] ?? null) },
    ]);
  },
  perform: (tx, { tenantId, subjectId }, operator) =>
    asAsked(changeSettings(tx, tenantId, weakenedTo(kind, Number(subjectId)), operator)),
});

/** What is asked for at the settings of the desk. */
export const SETTING_KINDS = {
  'stop requiring second factor': weakening('stop requiring second factor', {
    about: 'second factor',
    words: () => 'Let investors sign in with their password alone. Every administrator is told by mail.',
  }),
  'shorten bank change hold': weakening('shorten bank change hold', {
    about: 'bank change hold',
    words: (now, to) =>
      `Let a change of bank account wait ${countOf(to, 'hour')} instead of ${countOf(now.bankChangeHoldHours, 'hour')}.`,
  }),
  'disclose accounts': weakening('disclose accounts', {
    about: 'accounts disclosed',
    words: () => 'Tell everybody at sign-in whether an e-mail address has an account.',
  }),
  'shorten retention': weakening('shorten retention', {
    about: 'retention',
    words: (now, to) =>
      `Remove personal data ${countOf(to, 'month')} after its last use instead of ${now.retentionMonths}. What is removed does not come back.`,
  }),
  'shorten deal records': weakening('shorten deal records', {
    about: 'deal records',
    words: (now, to) =>
      `Remove the records of funded deals ${countOf(to, 'month')} after their last use instead of ${now.dealRecordsMonths}. What is removed does not come back.`,
  }),
  'raise correction limit': weakening('raise correction limit', {
    about: 'correction limit',
    words: (now, to) =>
      `Let one person correct payments by up to $${to} a day instead of $${now.correctionLimitDollars}, while their pay dates are open.`,
  }),
  'raise write-off limit': weakening('raise write-off limit', {
    about: 'write-off limit',
    words: (now, to) =>
      `Let one person write off, discount, cancel and reopen deals by up to $${to} a day instead of $${now.writeOffLimitDollars}.`,
  }),
  'raise funding limit': weakening('raise funding limit', {
    about: 'funding limit',
    words: (now, to) => `Let one person fund up to $${to} a day instead of $${now.fundingLimitDollars}.`,
  }),
  'stop checking cash': weakening('stop checking cash', {
    about: 'cash checked',
    words: () => 'Let an investor with a cash account take a share that costs more than its available cash.',
  }),
  'raise staff idle limit': weakening('raise staff idle limit', {
    about: 'staff idle limit',
    words: (now, to) =>
      `Sign staff out after ${countOf(to, 'idle minute')} instead of ${now.staffIdleMinutes}, from their next sign-in.`,
  }),
  'stop requiring single sign-on': {
    subject: () => 'single sign-on',
    describe: async () => 'Let staff sign in with their passwords again, beside single sign-on.',
    facts: async () => [
      { label: 'Setting', value: 'Sign-in of staff' },
      { label: 'Now', value: 'single sign-on only' },
      { label: 'After', value: 'single sign-on, or a password' },
    ],
    perform: (tx, { tenantId }, operator) => asAsked(requireSingleSignOn(tx, tenantId, false, operator)),
  },
  'use sign-on provider': {
    subject: () => 'single sign-on',
    async describe(tx, { tenantId }) {
      const named = await readSignOnSettings(tx, tenantId);
      if (!named) return 'Let staff sign in at a provider that was removed meanwhile.';
      return `Let staff sign in at ${named.issuer} (client ${named.clientId}) with addresses of ${named.domains.join(', ')}. Whoever runs that provider can sign in as any of them.`;
    },
    async facts(tx, { tenantId }) {
      const named = await readSignOnSettings(tx, tenantId);
      if (!named) return [];
      return [
        { label: 'Provider', value: named.issuer },
        { label: 'Client', value: named.clientId },
        { label: 'Addresses of', value: named.domains.join(', ') },
      ];
    },
    perform: (tx, { tenantId }, operator) => asAsked(approveSingleSignOn(tx, tenantId, operator)),
  },
  'use payout originator': {
    subject: (id) => `payout originator ${id}`,
    async describe(tx, { tenantId, subjectId }) {
      const named = await readNamedOriginator(tx, tenantId, subjectId);
      const from =
        named.offsetAccountLast4 === null ? '' : `, from account ${maskedNumber(named.offsetAccountLast4)}`;
      return `Make bank files for ${named.bankName} (${named.odfiRouting}) in the name of ${named.companyName}, company ID ${named.companyId}, immediate origin ${named.immediateOrigin}${from}.`;
    },
    async facts(tx, { tenantId, subjectId }) {
      const named = await readNamedOriginator(tx, tenantId, subjectId);
      return [
        { label: 'Bank', value: `${named.bankName} (${named.odfiRouting})` },
        { label: 'Company', value: `${named.companyName}, ID ${named.companyId}` },
        { label: 'Immediate origin', value: named.immediateOrigin },
        ...(named.offsetAccountLast4 === null
          ? []
          : [{ label: 'From account', value: maskedNumber(named.offsetAccountLast4) }]),
      ];
    },
    perform: (tx, { tenantId, subjectId }, operator) =>
      asAsked(approveOriginator(tx, tenantId, subjectId, operator)),
  },
  'use service token': {
    subject: (id) => `service token ${id}`,
    async describe(tx, { tenantId, subjectId }) {
      const { name, scopes, daysOnceApproved } = await readServiceToken(tx, tenantId, subjectId);
      return `Let the service token “${name}” work for ${countOf(daysOnceApproved ?? 0, 'day')}, with ${scopes.join(', ')}.`;
    },
    async facts(tx, { tenantId, subjectId }) {
      const { name, scopes, daysOnceApproved } = await readServiceToken(tx, tenantId, subjectId);
      return [
        { label: 'Token', value: name },
        { label: 'May', value: scopes.join(', ') },
        { label: 'Works for', value: countOf(daysOnceApproved ?? 0, 'day') },
      ];
    },
    async perform(tx, { tenantId, subjectId }, operator) {
      await requireGivable(tx, tenantId, subjectId, operator);
      return asAsked(approveServiceToken(tx, tenantId, subjectId, operator));
    },
  },
} as const satisfies Readonly<Record<string, Kind>>;
