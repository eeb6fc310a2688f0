import {
  IconAdjustmentsHorizontal,
  IconArrowBackUp,
  IconArrowDownLeft,
  IconArrowUpRight,
  IconBuildingBank,
  IconClock,
  IconFlag,
  IconPlus,
  IconReceipt,
} from '@tabler/icons-react';
import type { CashEntryKind } from '../../../shared/domain/cash-account.ts';
import { CASH_KIND_NAMES } from '../../../shared/domain/cash-words.ts';
import classes from './movement-kind.module.css';

const ICONS: Readonly<Record<CashEntryKind, typeof IconPlus>> = {
  opening: IconFlag,
  deposit: IconPlus,
  withdrawal: IconBuildingBank,
  participation: IconArrowUpRight,
  payout: IconArrowDownLeft,
  'payout reversal': IconArrowBackUp,
  refund: IconArrowBackUp,
  fee: IconReceipt,
  adjustment: IconAdjustmentsHorizontal,
};

interface MovementKindProps {
  kind: CashEntryKind;
  isIn: boolean;
  isPending: boolean;
}

/** The kind in a word, with a mark that is green for what comes in. */
export function MovementKind({ kind, isIn, isPending }: MovementKindProps) {
  const Icon = isPending ? IconClock : ICONS[kind];
  return (
    <span className={classes['kind']} data-pending={isPending || undefined}>
      <span className={classes['mark']} data-in={(isIn && !isPending) || undefined}>
        <Icon size={15} stroke={1.75} aria-hidden="true" />
      </span>
      {CASH_KIND_NAMES[kind]}
    </span>
  );
}
