import type { Tx } from '../platform/db/database.ts';
import { mapBatches } from '../platform/db/stream-rows.ts';
import type { Row, Sheet } from '../platform/spreadsheet/sheet.ts';
import { COLUMNS, type View } from './columns.ts';
import type { Found } from './found-participations.ts';
import type { ParticipationChoice } from './participation-choice.ts';
import { type Participation, streamParticipations } from './participations.queries.ts';
import { addTo, noTotals } from './totals.ts';

/** Measured on a book of 50,000 deals. */
export const BYTES_PER_DEAL: Readonly<Record<View, number>> = {
  quickview: 73,
  detailedview: 96,
  syndicated_deals: 110,
};

/** The sheet with one row for each selected deal, and their total. */
export function dealsSheet(tx: Tx, view: View, choice: ParticipationChoice, found: Found | null): Sheet {
  const columns = COLUMNS[view];
  const totals = noTotals();
  const toRow = (participation: Participation): Row => {
    addTo(totals, participation);
    const struck = columns.flatMap(({ isStruck }, index) => (isStruck?.(participation) ? [index] : []));
    return {
      cells: columns.map(({ cell }) => cell(participation)),
      ...(struck.length > 0 && { struck: new Set(struck) }),
    };
  };
  return {
    name: 'Deals',
    columns,
    rows: mapBatches(streamParticipations(tx, choice, found), toRow),
    total: () => columns.map(({ total }) => total?.(totals) ?? null),
  };
}
