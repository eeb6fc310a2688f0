import { IconExternalLink } from '@tabler/icons-react';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { capitalized } from '../../../shared/domain/capitalized.ts';
import { type Cents, formatMoney } from '../../../shared/domain/money.ts';
import { formatPercent } from '../../../shared/domain/rate.ts';
import { totalNetDeposits } from '../../../shared/domain/statement-averages.ts';
import {
  advanceTotals,
  advanceWithholdPercent,
  isActiveAdvance,
  totalWithholdPercent,
} from '../../../shared/domain/withholding.ts';
import { MoneyText } from '../../ui/figure/amount.tsx';
import { Chip } from '../../ui/figure/chip.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import classes from './existing-advances.module.css';
import { type Deal, type ExistingAdvance, useAccountAverages, useExistingAdvances } from './fcs.api.ts';
import { SheetSection } from './sheet-section.tsx';
import { SheetCell, type SheetColumn, SheetTable } from './sheet-table.tsx';

const WORDS: SheetColumn = { header: '' };
const NUMBER: SheetColumn = { header: '', align: 'end', width: 92 };
const TEXT: SheetColumn = { header: '', wraps: true, width: 176 };
const LINK: SheetColumn = { header: 'Previous deal', width: 112, isScreenOnly: true };
const COLUMNS = [
  { ...TEXT, key: 'lender', header: 'Lender', width: 140 },
  { key: 'status', header: 'Status', width: 88 },
  { key: 'date', header: 'Date', width: 86 },
  { ...NUMBER, key: 'funding', header: 'Original funding' },
  { ...NUMBER, key: 'balance', header: 'Balance' },
  { ...NUMBER, key: 'daily', header: 'Daily payment' },
  { ...NUMBER, key: 'weekly', header: 'Weekly payment' },
  { ...NUMBER, key: 'withhold', header: 'Withhold\u00a0%', width: 88 },
  { ...TEXT, key: 'description', header: 'Description' },
  { ...LINK, key: 'previous' },
];

interface ExistingAdvancesProps {
  deal: Deal | undefined;
}

export function ExistingAdvances({ deal }: ExistingAdvancesProps) {
  const advances = useExistingAdvances(deal);
  const averages = useAccountAverages(deal);
  return (
    <SheetSection
      title="MCA Information"
      queries={[advances, averages]}
      failure="The advances did not load"
      skeleton={<AdvancesSkeleton />}
    >
      {() =>
        advances.data &&
        averages.data && <Advances advances={advances.data} netDeposits={totalNetDeposits(averages.data)} />
      }
    </SheetSection>
  );
}

interface AdvancesProps {
  advances: readonly ExistingAdvance[];
  /** The sums of an average month over all accounts. */
  netDeposits: Cents;
}

function Advances({ advances, netDeposits }: AdvancesProps) {
  if (advances.length === 0) return <p className={classes['lead']}>No data</p>;
  const totals = advanceTotals(advances);
  return (
    <>
      <p className={classes['lead']}>
        Withhold % is the part of a month’s net deposits that goes to paying an advance.{' '}
        {netDeposits === 0n
          ? 'There are none on file to measure it against.'
          : `They are ${formatMoney(netDeposits)} on average, over all accounts.`}
      </p>
      <SheetTable label="Advances" columns={COLUMNS}>
        <tbody>
          {advances.map((advance) => (
            <AdvanceRow key={advance.id} advance={advance} netDeposits={netDeposits} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total of active advances</th>
            <SheetCell column={WORDS}>{null}</SheetCell>
            <SheetCell column={WORDS}>{null}</SheetCell>
            <SheetCell column={NUMBER}>
              <MoneyText amount={totals.originalFunding} />
            </SheetCell>
            <SheetCell column={NUMBER}>
              <MoneyText amount={totals.balance} />
            </SheetCell>
            <SheetCell column={NUMBER}>
              <MoneyText amount={totals.dailyPayment} />
            </SheetCell>
            <SheetCell column={NUMBER}>
              <MoneyText amount={totals.weeklyPayment} />
            </SheetCell>
            <SheetCell column={NUMBER}>
              {formatPercent(totalWithholdPercent(advances, netDeposits))}
            </SheetCell>
            <SheetCell column={TEXT}>{null}</SheetCell>
            <SheetCell column={LINK}>{null}</SheetCell>
          </tr>
        </tfoot>
      </SheetTable>
    </>
  );
}

interface AdvanceRowProps {
  advance: ExistingAdvance;
  netDeposits: Cents;
}

function AdvanceRow({ advance, netDeposits }: AdvanceRowProps) {
  const isActive = isActiveAdvance(advance.status);
  return (
    <tr data-quiet={!isActive || undefined}>
      <th scope="row">{advance.lenderName}</th>
      <SheetCell column={WORDS}>
        <Chip tone={isActive ? 'watch' : 'closed'}>{capitalized(advance.status)}</Chip>
      </SheetCell>
      <SheetCell column={WORDS}>{advance.advanceDate ? formatDate(advance.advanceDate) : '—'}</SheetCell>
      <SheetCell column={NUMBER}>
        <Stated amount={advance.originalFunding} />
      </SheetCell>
      <SheetCell column={NUMBER}>
        <Stated amount={advance.balance} />
      </SheetCell>
      <SheetCell column={NUMBER}>
        <Stated amount={advance.dailyPayment} />
      </SheetCell>
      <SheetCell column={NUMBER}>
        <Stated amount={advance.weeklyPayment} />
      </SheetCell>
      <SheetCell column={NUMBER}>{formatPercent(advanceWithholdPercent(advance, netDeposits))}</SheetCell>
      <SheetCell column={TEXT}>{advance.description ?? '—'}</SheetCell>
      <SheetCell column={LINK}>
        {advance.previousDealUrl === null ? (
          '—'
        ) : (
          <a
            className={classes['link']}
            href={advance.previousDealUrl}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`View deal with ${advance.lenderName} before this one, in a new tab`}
          >
            View deal
            <IconExternalLink size={14} stroke={1.75} aria-hidden="true" />
          </a>
        )}
      </SheetCell>
    </tr>
  );
}

interface StatedProps {
  /** Null where the file does not contain it. */
  amount: Cents | null;
}

const Stated = ({ amount }: StatedProps) => (amount === null ? '—' : <MoneyText amount={amount} />);

function AdvancesSkeleton() {
  return (
    <div aria-hidden="true">
      <p className={classes['lead']}>
        <Skeleton characters={60} />
      </p>
      <SheetTable label="Advances" columns={COLUMNS} isReachable={false}>
        <tbody>
          {['a', 'b'].map((row) => (
            <tr key={row}>
              {COLUMNS.map((column) => (
                <SheetCell key={column.key} column={column}>
                  <Skeleton characters={8} />
                </SheetCell>
              ))}
            </tr>
          ))}
        </tbody>
      </SheetTable>
    </div>
  );
}
