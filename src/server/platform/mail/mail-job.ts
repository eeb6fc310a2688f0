import type * as z from 'zod';
import { withTenant } from '../db/transactions.ts';
import { InvalidMailError, type Mail } from '../integrations/mail.ts';
import { defineJob, type Job, type JobDeps } from '../jobs/jobs.ts';

export interface MadeMail extends Mail {
  /** Copies that cannot be sent because their addresses are not valid. */
  leftOutCount?: number;
  /** What it was made of, for `begin` to compare. */
  madeOf?: string;
}

/** The row of a mail that must not be lost, written with its message id in the transaction that causes it. */
interface KeptMail<Key> {
  /** Recorded before the mail is handed over, so that a retry after a crash knows about it. False when it was sent meanwhile. */
  begin?(deps: JobDeps, key: Key, made: MadeMail): Promise<boolean>;
  noteAsSent(deps: JobDeps, key: Key, leftOutCount: number): Promise<unknown>;
  /** Records the failure where the row has a column for it. Otherwise the job fails for good and stays visible in the queue. */
  noteAsFailed?(deps: JobDeps, key: Key, failure: string): Promise<unknown>;
}

interface MailJob<P extends z.ZodType> extends Pick<Job<P>, 'name' | 'priority' | 'payload'> {
  /** Returns null when it was already sent or is no longer needed. */
  make(deps: JobDeps, payload: z.output<P>): Promise<MadeMail | null>;
  kept?: KeptMail<z.output<P>>;
  /** What is logged about the mail: ids, but no names or addresses. */
  facts?(payload: z.output<P>): Record<string, string>;
}

/**
 * A job that sends one mail. A stored mail is marked as sent after the mail server accepted it: a worker that dies in between
 * leaves it to be sent again, under the same message id. If it were marked first, it could be lost without a trace.
 */
export const defineMailJob = <P extends z.ZodType>(job: MailJob<P>): Job<P> => {
  const { name, priority = 0, payload } = job;
  return defineJob({ name, priority, payload, run: (deps, given) => send(job, deps, given) });
};

async function send<P extends z.ZodType>(
  { name, make, kept, facts }: MailJob<P>,
  deps: JobDeps,
  payload: z.output<P>,
): Promise<void> {
  const made = await make(deps, payload);
  if (!made) return;
  const { leftOutCount = 0, madeOf: _, ...mail } = made;
  const told = { job: name, ...facts?.(payload) };
  const fail = async (failure: string) => {
    await kept?.noteAsFailed?.(deps, payload, failure);
    deps.logger.warn({ ...told, failure }, 'a mail was not sent');
  };
  if (kept?.begin && !(await kept.begin(deps, payload, made))) return;
  const from = await senderOf(deps, payload);
  const delivery = await deps.mailer.send({ ...mail, from }).catch(async (error: unknown) => {
    const { failure, isFinal } = failureOf(error);
    await fail(failure);
    if (isFinal && kept?.noteAsFailed) return null;
    throw error;
  });
  if (!delivery) return;
  const { refused } = delivery;
  // The other copies were sent, and a retry would send them again.
  if (refused.includes(mail.to)) return fail('The mail server refused the address.');
  const leftOut = leftOutCount + refused.length;
  await kept?.noteAsSent(deps, payload, leftOut);
  deps.logger.info({ ...told, leftOut }, 'a mail was sent');
}

/** Whom the mails of the job's tenant are from, if the tenant has chosen. */
async function senderOf({ db }: JobDeps, payload: unknown): Promise<string | null> {
  const { tenantId } = payload as { tenantId?: unknown };
  if (typeof tenantId !== 'string') return null;
  const tenant = await withTenant(
    db,
    tenantId,
    (tx) => tx.selectFrom('tenants').select('mailFrom').where('id', '=', tenantId).executeTakeFirst(),
    { readOnly: true },
  );
  return tenant?.mailFrom ?? null;
}

function failureOf(error: unknown): { failure: string; isFinal: boolean } {
  if (error instanceof InvalidMailError)
    return {
      failure: error.field === 'to' ? 'The address is not valid.' : `${error.message}.`,
      isFinal: true,
    };
  const { responseCode = 0 } = error as { responseCode?: number };
  return responseCode >= 500
    ? { failure: 'The mail server refused the mail.', isFinal: true }
    : { failure: 'The mail server did not take the mail; it is tried again.', isFinal: false };
}
