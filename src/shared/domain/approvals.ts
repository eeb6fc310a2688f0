import type { StaffPermission } from './staff-permissions.ts';

/** What takes two people of the funder's staff, with the permission that both of them need, unless who asks needs another one. */
export const APPROVALS = {
  'release bank change': { needs: 'manage-people' },
  'reset second factor': { needs: 'manage-people' },
  'stop requiring second factor': { needs: 'change-settings' },
  'shorten bank change hold': { needs: 'change-settings' },
  'disclose accounts': { needs: 'change-settings' },
  'shorten retention': { needs: 'change-settings' },
  'shorten deal records': { needs: 'change-settings' },
  'raise staff idle limit': { needs: 'change-settings' },
  'stop requiring single sign-on': { needs: 'change-settings' },
  'use sign-on provider': { needs: 'change-settings' },
  'use service token': { needs: 'change-settings' },
  'raise correction limit': { needs: 'change-settings' },
  'correct payment': { needs: 'approve-money', askerNeeds: 'post-payments' },
  'use payout originator': { needs: 'change-settings' },
  'payout file refused': { needs: 'approve-money', askerNeeds: 'prepare-payouts' },
  'enter returns': { needs: 'approve-money', askerNeeds: 'prepare-payouts' },
  'take back return': { needs: 'approve-money', askerNeeds: 'prepare-payouts' },
  'apply change notice': { needs: 'approve-money', askerNeeds: 'prepare-payouts' },
  'leave investors out': { needs: 'approve-money' },
  'take back settlement': { needs: 'approve-money', askerNeeds: 'prepare-payouts' },
  'raise write-off limit': { needs: 'change-settings' },
  'raise funding limit': { needs: 'change-settings' },
  'stop checking cash': { needs: 'change-settings' },
  'give out offer link': { needs: 'send-offers' },
  'change deals': { needs: 'approve-money', askerNeeds: 'change-deals' },
  'fund deal': { needs: 'approve-money', askerNeeds: 'send-offers' },
  // A service token asks for it; the desk has no page for it.
  'record cash entry': { needs: 'approve-money' },
} as const satisfies Readonly<Record<string, Approving>>;

interface Approving {
  needs: StaffPermission;
  askerNeeds?: StaffPermission;
}

/** What whoever asks for it has to hold. */
export function neededToAsk(kind: ApprovalKind): StaffPermission {
  const { needs, askerNeeds = needs }: Approving = APPROVALS[kind];
  return askerNeeds;
}

export type ApprovalKind = keyof typeof APPROVALS;

export const APPROVAL_KINDS = Object.keys(APPROVALS) as readonly ApprovalKind[];

/** What became of it. A request that nobody has answered in time has expired. */
export const APPROVAL_DECISIONS = ['approved', 'rejected', 'withdrawn', 'expired'] as const;

export type ApprovalDecision = (typeof APPROVAL_DECISIONS)[number];
