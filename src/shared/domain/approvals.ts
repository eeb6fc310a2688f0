import type { StaffPermission } from './staff-permissions.ts';

/** What takes two people of the funder's staff, with the permission that both of them need. */
export const APPROVALS = {
  'release bank change': { needs: 'manage-people' },
  'reset second factor': { needs: 'manage-people' },
} as const satisfies Readonly<Record<string, { needs: StaffPermission }>>;

export type ApprovalKind = keyof typeof APPROVALS;

export const APPROVAL_KINDS = Object.keys(APPROVALS) as readonly ApprovalKind[];

/** What became of it. A request that nobody has answered in time has expired. */
export const APPROVAL_DECISIONS = ['approved', 'rejected', 'withdrawn', 'expired'] as const;

export type ApprovalDecision = (typeof APPROVAL_DECISIONS)[number];
