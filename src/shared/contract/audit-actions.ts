import * as z from 'zod/mini';

/**
 * The actions of looking at something, or of being refused to. One page makes several calls for what it shows, so calls of one session within
 * a few minutes of each other count as one view and are recorded as one event.
 */
export const VIEWS = ['deal file viewed', 'offer viewed', 'syndicate viewed', 'access refused'] as const;

/** Every action that the audit trail can record. */
export const AUDIT_ACTIONS = [
  ...VIEWS,
  'signed in',
  'sign-in failed',
  'signed out',
  'session ended: token reuse',
  'sessions ended',
  'password changed',
  'password reset',
  'reset link sent',
  'second factor confirmed',
  'second factor added',
  'second factor removed',
  'second factor reset requested',
  'second factor reset cancelled',
  'second factor reset',
  'recovery codes renewed',
  'statement file opened',
  'deal file fetched',
  'deals exported',
  'payout exported',
  'offer link issued',
  'offer accepted',
  'bank link issued',
  'sign-in ticket issued',
  'link revoked',
  'syndicate invited',
  'invite mailed',
  'bank connected',
  'bank disconnected',
  'pre-funding accepted',
  'pre-funding declined',
  'adjustment requested',
  'contact changed',
  'e-sign email changed',
  'CC emails changed',
  'bank numbers revealed',
  'bank change requested',
  'bank change cancelled',
  'bank account changed',
  'import begun',
  'import finished',
  'imported row changed',
  'payments posted',
  'report queued by hand',
  'keys rotated',
  'service token issued',
  'service token revoked',
  'tenant added',
  'settings changed',
  'host name added',
  'host name removed',
  'user invited',
  'invitation accepted',
  'invitation declined',
  'permissions changed',
  'user closed',
  'user reopened',
  'user unlocked',
  'audit trail exported',
  'personal data removed',
  'disposal finished',
  'legal hold placed',
  'legal hold lifted',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const auditAction = z.enum(AUDIT_ACTIONS);
