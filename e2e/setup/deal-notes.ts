import type { Tx } from '../../src/server/platform/db/database.ts';
import { HARBOR_CAPITAL } from './environment.ts';
import { asOwner } from './owner.ts';

interface NewNote {
  kind?: 'Collection' | 'Ready2Fund';
  bodyHtml?: string;
  isPinned?: boolean;
  authorRole?: string | null;
  createdAt?: string;
}

/** Replaces the notes of a deal. */
export const replaceNotes = (mid: string, notes: readonly NewNote[]): Promise<void> =>
  asOwner((tx) => replaceIn(tx, mid, notes));

async function replaceIn(tx: Tx, mid: string, notes: readonly NewNote[]): Promise<void> {
  const deal = await tx.selectFrom('deals').select('id').where('mid', '=', mid).executeTakeFirstOrThrow();
  await tx.deleteFrom('dealNotes').where('dealId', '=', deal.id).execute();
  for (const { createdAt = '2026-11-04T20:05:00Z', ...note } of notes) {
    await tx
      .insertInto('dealNotes')
      .values({
        tenantId: HARBOR_CAPITAL,
        dealId: deal.id,
        kind: 'Collection',
        bodyHtml: '<p>Spoke to the owner.</p>',
        authorName: 'Ana Ruiz',
        authorRole: 'Servicing',
        ...note,
        createdAt: new Date(createdAt),
      })
      .execute();
  }
}
