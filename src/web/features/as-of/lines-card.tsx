import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { DealLink } from '../../page/deal-link.tsx';
import { isLoading, WhenLoaded } from '../../ui/message/when-loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { type AskedLines, type BookChange, useBookChanges } from './as-of.api.ts';
import classes from './as-of.module.css';
import { CAUSE_NAMES, LINE_NAMES, lineWords } from './cause-words.ts';
import { EffectText } from './difference-text.tsx';
import lineClasses from './lines-card.module.css';

const LENGTH = 25;

interface LinesCardProps {
  syndicateId: bigint;
  lines: AskedLines;
  hasCash: boolean;
  onPage: (page: number) => void;
  onShowAll: () => void;
}

/** The lines behind the difference, the newest first. */
export function LinesCard({ syndicateId, lines, hasCash, onPage, onShowAll }: LinesCardProps) {
  const query = useBookChanges(syndicateId, lines);
  const { cause, page } = lines;
  return (
    <section className={classes['card']} aria-labelledby="as-of-lines" aria-busy={isLoading([query])}>
      <div className={classes['head']}>
        <h2 id="as-of-lines" className={classes['title']}>
          {cause === undefined ? 'Lines' : CAUSE_NAMES[cause]}
        </h2>
        <p className={classes['about']}>the newest first</p>
        {cause !== undefined && (
          <div className={classes['aside']}>
            <TextButton onClick={onShowAll}>Show all lines</TextButton>
          </div>
        )}
      </div>
      <WhenLoaded
        queries={[query]}
        failure="The lines did not load"
        skeleton={
          <div className={classes['inside']}>
            <Skeleton characters={48} />
          </div>
        }
      >
        {() => (
          <>
            <LinesTable changes={query.data?.changes ?? []} syndicateId={syndicateId} hasCash={hasCash} />
            <div className={lineClasses['pager']}>
              <Pager
                label="Pages of lines"
                total={query.data?.total ?? 0}
                page={page}
                lengths={[LENGTH]}
                length={LENGTH}
                onPage={onPage}
                onLength={() => undefined}
              />
            </div>
          </>
        )}
      </WhenLoaded>
    </section>
  );
}

interface LinesTableProps {
  changes: readonly BookChange[];
  syndicateId: bigint;
  hasCash: boolean;
}

const EFFECTS = [
  { name: 'Cost', of: (line: BookChange) => line.investmentCost },
  { name: 'Payouts', of: (line: BookChange) => line.totalPayouts },
  { name: 'Portfolio balance', of: (line: BookChange) => line.portfolioBalance },
] as const;
const CASH_EFFECT = { name: 'Cash', of: (line: BookChange) => line.cashBalance } as const;

function LinesTable({ changes, syndicateId, hasCash }: LinesTableProps) {
  const effects = hasCash ? [...EFFECTS, CASH_EFFECT] : EFFECTS;
  return (
    <table className={lineClasses['lines']} aria-label="Lines">
      <thead>
        <tr>
          <th scope="col">Recorded</th>
          <th scope="col">What</th>
          {effects.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no id, and its place on the page is what it is told apart by.
          <tr key={place}>
            <td>{formatDate(line.recordedOn)}</td>
            <td>
              <span className={lineClasses['what']}>
                {line.deal ? <DealLink {...line.deal} syndicateId={syndicateId} /> : CAUSE_NAMES[line.cause]}
              </span>
              <span className={classes['note']}>
                {[line.deal && `${line.deal.mid} · ${LINE_NAMES[line.cause]}`, lineWords(line)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </td>
            {effects.map(({ name, of }) => (
              <td key={name} data-label={name} data-empty={of(line) === 0n || undefined}>
                <EffectText amount={of(line)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
