import type { Permission } from '../../shared/domain/permissions.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { createSyndicate } from './factories.ts';
import { PASSWORD, type TestPortal } from './portal.ts';
import { asMember, postAsMember, signInAs } from './test-app.ts';

export const BANK = {
  syndicate_bank_name: 'First Bank of Akron',
  syndicate_account_number: '123456786789',
  syndicate_routing_number: '021000021',
};

/** What the contact dialog sends, except for the ids, the e-sign address and the password. */
export const CONTACT = {
  name: 'Ann Lee',
  syndicate_phone_number: '(216) 555-0134',
  syndicate_phone_type: 'Office',
  syndicate_street: '1 Main St',
  syndicate_city: 'Akron',
  syndicate_state: 'OH',
  syndicate_zip: '44301',
  syndicate_cc_emails: [],
};

/** Creates an investor alone in a new syndicate, signed in, with calls for their profile. */
export async function createProfileOwner(portal: TestPortal, name: string, permissions: Permission[] = []) {
  const { database, tenantId } = portal;
  const unique = `${name}-${crypto.randomUUID().slice(0, 8)}`;
  const email = `${unique}@investor.example`;
  const esignEmail = `esign-${unique}@investor.example`;
  const syndicateId = await withTenant(database.owner, tenantId, (tx) =>
    createSyndicate(tx, tenantId, { name: `Syndicate of ${unique}`, esignEmail }),
  );
  const userId = await portal.addInvestor(email, { syndicateId, permissions });
  const { accessToken } = await signInAs(portal.app, email, PASSWORD);
  const ids = { user_id: Number(userId), syndicate_id: Number(syndicateId) };
  const post = (path: string, body: object) =>
    portal.app.fetch(path, postAsMember(body, accessToken, tenantId));

  const get = (path: string) => portal.app.fetch(path, asMember(accessToken, tenantId));

  return {
    email,
    esignEmail,
    syndicateId,
    userId,
    ids,
    post,
    get,
    async profile(query = '') {
      return get(`/api/getPortalUserProfile/${userId}${query}`);
    },
    /** The syndicate as the profile shows it. */
    async syndication(query = '') {
      const response = await this.profile(query);
      const [user] = (await response.json()) as [{ syndication: Record<string, unknown> }];
      return user.syndication;
    },
    contact: (changes: object = {}) =>
      post('/api/updatePortalUserProfile', {
        ...ids,
        ...CONTACT,
        syndicate_phone_id: 1,
        syndicate_address_id: 1,
        syndicate_esign_email: esignEmail,
        ...changes,
      }),
    changeBank: (changes: object = {}) =>
      post('/api/updateSyndicateBankInfo', { ...ids, ...BANK, password: PASSWORD, ...changes }),
    cancelBank: () => post('/api/syndicate/bank_change/cancel', { syndicate_id: ids.syndicate_id }),
    reveal: (password: string) =>
      post('/api/syndicate/bank_account/reveal', { syndicate_id: ids.syndicate_id, password }),
    audit: () =>
      withTenant(database.db, tenantId, async (tx) => {
        const events = await tx
          .selectFrom('auditEvents')
          .select('action')
          .where('actorId', '=', userId)
          .where('action', '<>', 'signed in')
          .orderBy('sequence')
          .execute();
        return events.map(({ action }) => action);
      }),
  };
}

export type ProfileOwner = Awaited<ReturnType<typeof createProfileOwner>>;
