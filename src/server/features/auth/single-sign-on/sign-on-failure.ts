import type { SignOnFailureCode } from '../../../../shared/domain/sign-on-failures.ts';
import { isCrowded, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/db/database.ts';
import { withTenant } from '../../../platform/db/transactions.ts';

/** Where a sign-in at a provider failed. */
type Step = 'setup' | 'state' | 'discovery' | 'provider' | 'address' | 'domain' | 'member' | 'second factor';

/** Single sign-on ends here. The code is for the person, the step and the cause are for the operator. */
export class SignOnFailure extends Error {
  readonly code: SignOnFailureCode;
  readonly step: Step;

  constructor(code: SignOnFailureCode, step: Step, cause?: unknown) {
    super(`single sign-on failed: ${step}`, { cause });
    this.name = 'SignOnFailure';
    this.code = code;
    this.step = step;
  }
}

const SUBJECT = 'single sign-on';

/** Anybody can begin a sign-in and let it fail, so a trail that is full of it takes no more for a while. */
export const recordSignOnFailure = (
  db: Database,
  tenantId: string,
  { code, step }: SignOnFailure,
): Promise<void> =>
  withTenant(db, tenantId, async (tx) => {
    if (await isCrowded(tx, SUBJECT, null)) return;
    await recordAudit(tx, {
      actorId: null,
      action: 'sign-in failed',
      subject: SUBJECT,
      details: { failedAt: step, code },
    });
  });

/** What the operator needs of an error of a provider, and nothing that it may hold: neither a token nor a secret. */
export function reasonOf({ cause }: SignOnFailure): string | undefined {
  const parts: unknown[] = [];
  for (let one = cause; one instanceof Error; one = one.cause) {
    const { code, error } = one as { code?: unknown; error?: unknown };
    parts.push(one.name, code, error);
  }
  return parts.filter((part) => typeof part === 'string').join(' ') || undefined;
}
