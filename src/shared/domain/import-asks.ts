import type { MoneyLimit } from './money-limits.ts';
import type { StaffPermission } from './staff-permissions.ts';

/** What an import may do that has rules of its own when it is done by hand. Whoever imports it is held to the same. */
export const IMPORT_ASKS = {
  'investors added': { needs: 'manage-people' },
  'investors changed': { needs: 'manage-people' },
  // Otherwise somebody's own investor could take the id under which the loan system sends another one later.
  'investors renamed': { needs: 'manage-people', takesTwo: true },
  'deals changed': { needs: 'change-deals', limit: 'write-offs' },
  // By hand it takes a letter, which a file does not have.
  'deals settled': { needs: 'change-deals', takesTwo: true },
  // A waiting deal that the file funds.
  'deals funded': { needs: 'send-offers', limit: 'funding' },
  // Payment files find deals by their contract numbers.
  'contract numbers changed': { needs: 'change-deals', takesTwo: true },
  'merchants changed': { needs: 'change-deals' },
  // New shares in a book in use, and of investors who have a cash account. Others are part of a new book.
  'shares funded': { needs: 'send-offers', limit: 'funding' },
  // Links to offers go to a broker's address.
  'brokers changed': { needs: 'send-offers', takesTwo: true },
  // Nobody can do it by hand.
  'shares changed': { needs: 'import-book', takesTwo: true },
  'payments posted': { needs: 'post-payments' },
  'payments taken back': { needs: 'post-payments', limit: 'corrections' },
} as const satisfies Readonly<Record<string, Rule>>;

interface Rule {
  needs: StaffPermission;
  /** What one person may move alone in a day. */
  limit?: MoneyLimit;
  takesTwo?: true;
}

export type ImportAsk = keyof typeof IMPORT_ASKS;

export const IMPORT_ASK_NAMES = Object.keys(IMPORT_ASKS) as readonly ImportAsk[];

export const ruleOf = (ask: ImportAsk): Rule => IMPORT_ASKS[ask];
