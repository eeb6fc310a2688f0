import type { PermissionDefinition } from './permission-definition.ts';

/** What the funder's own staff may hold. Each role begins with some of them (roles.ts), and a person may have more or fewer. */
export const STAFF_PERMISSIONS = {
  'view-desk': {
    about: 'sees the board, the deals and the investors',
    option: 'view-desk',
    field: 'can_view_desk',
    refusal: 'role_not_allowed',
  },
  'post-payments': {
    about: 'posts payments and corrects them',
    option: 'post-payments',
    field: 'can_post_payments',
    refusal: 'permission_needed',
  },
  'approve-money': {
    about: 'approves payout runs and corrections of money that was paid out, never their own',
    option: 'approve-money',
    field: 'can_approve_money',
    refusal: 'permission_needed',
  },
  'prepare-payouts': {
    about: 'prepares payout runs, makes entries in cash accounts and sends documents to investors',
    option: 'prepare-payouts',
    field: 'can_prepare_payouts',
    refusal: 'permission_needed',
  },
  'change-deals': {
    about: 'changes the status, the terms and the notes of a deal',
    option: 'change-deals',
    field: 'can_change_deals',
    refusal: 'permission_needed',
  },
  'send-offers': {
    about: 'makes offers, and sends invites and links',
    option: 'send-offers',
    field: 'can_send_offers',
    refusal: 'permission_needed',
  },
  'answer-requests': {
    about: 'answers requests for adjustment and messages',
    option: 'answer-requests',
    field: 'can_answer_requests',
    refusal: 'permission_needed',
  },
  'manage-people': {
    about: 'invites people, changes and closes them, and changes investors’ details',
    option: 'manage-people',
    field: 'can_manage_people',
    refusal: 'permission_needed',
  },
  'import-book': {
    about: 'imports the book from files',
    option: 'import-book',
    field: 'can_import_book',
    refusal: 'permission_needed',
  },
  'change-settings': {
    about: 'changes the settings of the funder',
    option: 'change-settings',
    field: 'can_change_settings',
    refusal: 'permission_needed',
  },
  'view-audit': {
    about: 'reads the audit trail',
    option: 'view-audit',
    field: 'can_view_audit',
    refusal: 'permission_needed',
  },
  'look-as-investor': {
    about: 'looks at the portal as an investor sees it, read-only and recorded',
    option: 'look-as-investor',
    field: 'can_look_as_investor',
    refusal: 'permission_needed',
  },
} as const satisfies Readonly<Record<string, PermissionDefinition>>;

export type StaffPermission = keyof typeof STAFF_PERMISSIONS;

export const STAFF_PERMISSION_NAMES = Object.keys(STAFF_PERMISSIONS) as readonly StaffPermission[];
