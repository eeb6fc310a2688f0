import { sql } from 'kysely';
import { holdersOf } from '../approvals/approvers.ts';
import { requireApart } from '../approvals/require-apart.ts';
import type { DeskUser } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim } from '../platform/db/transactions.ts';
import { Refusal } from '../platform/errors.ts';
import type { RunItem } from './decide-items.ts';
import { requireNotBroughtIn } from './first-payouts.ts';
import { readPosters, requireNotPosted } from './require-not-posted.ts';
import type { RunRecord, WhichRun } from './run-record.ts';

type PaidItem = Pick<RunItem, 'syndicateId' | 'outcome' | 'kind' | 'carriedIn' | 'releasedIn' | 'returnedIn'>;

/** Refuses who has to do with what a run pays. Returns the syndicates in it that send copies of their mail to who approves it. */
export async function requireUninvolved(
  tx: Tx,
  tenantId: string,
  { posters, items }: { posters: readonly bigint[]; items: readonly PaidItem[] },
  { userId }: Pick<DeskUser, 'userId'>,
): Promise<bigint[]> {
  await requireNotPosted(tx, tenantId, posters, userId);
  const { own, copied } = await relationsOf(tx, tenantId, userId);
  const paid = [...new Set(items.map(({ syndicateId }) => syndicateId))];
  if (paid.some((id) => own.has(id))) throw new Refusal('run_pays_you');
  return paid.filter((id) => copied.has(id));
}

/** The syndicates to which the file of a run sends money. */
export const sentTo = (items: readonly PaidItem[]): bigint[] => [
  ...new Set(items.filter(({ outcome }) => outcome === 'in file').map(({ syndicateId }) => syndicateId)),
];

export interface Approver {
  userId: bigint;
  name: string;
  /** What approving would answer them; null where they can. */
  refusal: Refusal | null;
}

/** Everybody who approves money, by what approving the run would answer them. It claims the list of members, so it comes last. */
export async function judgeApprovers(
  tx: Tx,
  which: WhichRun,
  run: Pick<RunRecord, 'payDate' | 'preparedBy'>,
  items: readonly PaidItem[],
): Promise<Approver[]> {
  const { tenantId } = which;
  await claim(tx, { listsMembers: true });
  const posters = await readPosters(tx, tenantId, run, items);
  const judged = [];
  for (const holder of await holdersOf(tx, tenantId, 'approve-money')) {
    const refusal = await refusalOf(async () => {
      await requireApart(tx, tenantId, run.preparedBy, holder.userId);
      await requireUninvolved(tx, tenantId, { posters, items }, holder);
      await requireNotBroughtIn(tx, which, sentTo(items), { ...holder, via: 'desk' });
    });
    judged.push({ ...holder, refusal });
  }
  return judged;
}

const refusalOf = (check: () => Promise<void>): Promise<Refusal | null> =>
  check().then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    },
  );

interface Relations {
  /** Those they belong to or lately belonged to, and those whose papers go to their address, or lately went there. They approve nothing that pays these. */
  own: ReadonlySet<bigint>;
  /** Those that send copies of their mail to their address. An investor names these alone, so they keep nobody from approving. */
  copied: ReadonlySet<bigint>;
}

/** The syndicates that a person has to do with. Their own account has to be visible. */
export async function relationsOf(tx: Tx, tenantId: string, userId: bigint): Promise<Relations> {
  const { rows: asMember } = await sql<{ id: bigint }>`
    select syndicate_id as id from memberships
    where tenant_id = ${tenantId}::uuid and user_id = ${userId} and syndicate_id is not null
    union select syndicate_id from former_members where tenant_id = ${tenantId}::uuid and user_id = ${userId}`.execute(
    tx,
  );
  const { rows: byAddress } = await sql<{ id: bigint; isSigner: boolean }>`
    select s.id, bool_or(known.mail = 'e-sign') as "isSigner"
    from syndicates s
    join users person on person.id = ${userId}
    cross join lateral (
      select 'e-sign' as mail, s.esign_email as address
      union all select 'e-sign', s.previous_esign_email
      union all select 'CC', copy from unnest(s.cc_emails) copy
      union all select former.mail, former.address from former_addresses former
        where former.tenant_id = s.tenant_id and former.syndicate_id = s.id
    ) known
    where s.tenant_id = ${tenantId}::uuid and lower(known.address) = lower(person.email)
    group by s.id`.execute(tx);
  const signed = byAddress.filter(({ isSigner }) => isSigner);
  const own = new Set([...asMember, ...signed].map(({ id }) => id));
  return { own, copied: new Set(byAddress.flatMap(({ id }) => (own.has(id) ? [] : [id]))) };
}
