import { maskedNumber } from '../../../../shared/domain/bank-account.ts';
import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { groupedCount } from '../../../ui/figure/count.ts';
import { HeadedCard } from '../../../ui/page/headed-card.tsx';
import { FactGrid } from '../../ui/fact-grid.tsx';
import type { Run } from './payouts.api.ts';

const NAMES = [
  'Format',
  'Company',
  'Entries',
  'Total credit',
  'Entry hash',
  'Effective date',
  'Bank',
  'Paid from',
] as const;

/** The file for the bank, or what it will be. */
export function BankFileCard({ run }: { run: Run | undefined }) {
  if (!run)
    return (
      <HeadedCard title="Bank file" isPending>
        <FactGrid names={NAMES} values={undefined} />
      </HeadedCard>
    );
  const { file, originator, totals, items, effectiveDate, state } = run;
  const entries = items.filter(({ outcome }) => outcome === 'in file').length;
  const about = file
    ? file.downloadedAt === null
      ? 'made, not downloaded yet'
      : `downloaded ${formatMoment(file.downloadedAt)} by ${file.downloadedByName ?? 'somebody'}`
    : state === 'file made' || state === 'settled'
      ? 'nothing was to be sent'
      : 'made when the run is approved';
  const values: Record<(typeof NAMES)[number], string> = {
    Format: 'NACHA, CCD and PPD',
    Company: originator ? `${originator.companyName}, ID ${originator.companyId}` : 'not set up yet',
    Entries: groupedCount(file?.entryCount ?? entries),
    'Total credit': formatMoney(file?.credit ?? totals.inFile + totals.withdrawn),
    'Entry hash': file?.entryHash ?? 'when it is made',
    'Effective date': formatDate(effectiveDate),
    Bank: originator?.bankName ?? 'not set up yet',
    'Paid from': originator?.offsetAccountLast4
      ? `account ${maskedNumber(originator.offsetAccountLast4)}`
      : 'by the bank',
  };
  return (
    <HeadedCard title="Bank file" about={about}>
      <FactGrid names={NAMES} values={values} />
    </HeadedCard>
  );
}
