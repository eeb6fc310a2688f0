import type { Scope } from '../contract/scopes.ts';
import type { Permission } from './permissions.ts';
import type { StaffPermission } from './staff-permissions.ts';

interface ScopeRule {
  /** What a system with it can do, for whoever gives it. */
  about: string;
  /** Whoever gives it at the desk holds these, because nobody gives away what they do not have. */
  needs: readonly StaffPermission[];
  /** True where a system could do alone what takes two people at the desk, or changes money. */
  takesTwo: boolean;
}

export const SCOPE_RULES: Readonly<Record<Scope, ScopeRule>> = {
  audit: { about: 'reads the audit trail', needs: ['view-audit'], takesTwo: false },
  book: { about: 'reads the book', needs: ['view-desk'], takesTwo: false },
  cash: {
    about: 'makes entries in cash accounts and settles withdrawals',
    needs: ['prepare-payouts'],
    takesTwo: true,
  },
  documents: {
    about: 'sends documents to investors and withdraws them',
    needs: ['prepare-payouts'],
    takesTwo: false,
  },
  files: { about: 'fetches the files that brokers sent', needs: ['send-offers'], takesTwo: false },
  import: { about: 'imports the book', needs: ['import-book'], takesTwo: true },
  // Its tickets sign in as an investor without a second factor.
  links: {
    about: 'sends offers, invites, links and sign-in tickets',
    needs: ['send-offers'],
    takesTwo: true,
  },
  'payout-accounts': {
    about: 'releases and cancels changes of bank accounts',
    needs: ['manage-people'],
    takesTwo: true,
  },
  post: {
    about: 'posts and corrects payments, and changes the status and terms of deals',
    needs: ['post-payments', 'change-deals'],
    takesTwo: true,
  },
  settings: {
    about: 'changes settings, also those that protect people',
    needs: ['change-settings'],
    takesTwo: true,
  },
  users: {
    about: 'invites people, changes what they may do and resets factors',
    needs: ['manage-people'],
    takesTwo: true,
  },
};

/** Whether somebody with these permissions may give a token the scope. */
export const mayGive = (scope: Scope, permissions: ReadonlySet<Permission>): boolean =>
  SCOPE_RULES[scope].needs.every((needed) => permissions.has(needed));

export const takesTwoPeople = (scopes: readonly Scope[]): boolean =>
  scopes.some((scope) => SCOPE_RULES[scope].takesTwo);
