import { IconX } from '@tabler/icons-react';
import type { ComponentType, KeyboardEvent, ReactNode } from 'react';
import { returnsContract } from '../../../shared/contract/returns.ts';
import { formatMonth } from '../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { CardDownload } from '../../ui/download/card-download.tsx';
import { countOf } from '../../ui/figure/count.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { CardFailure, HeadedCard, NothingInCard } from '../../ui/page/headed-card.tsx';
import { useTooNarrowOnScreen } from '../../ui/table/use-too-narrow.ts';
import { useIsInBrowser } from '../../ui/use-is-in-browser.ts';
import {
  choicesOf,
  DEALS_NAMES,
  type DealFilter,
  type Funder,
  filterText,
  type MeasuredDeals,
  NO_DEALS,
  readMeasuredDeals,
  tooManyDeals,
} from './measured-deals.ts';
import type { RecoveredStatus } from './recovered-balances.tsx';
import { FIGURE_NAMES, figuresOf, SHORT_NAMES } from './return-figures.ts';
import { type Asked, type Returns, type ReturnsAnswer, useReturns } from './returns.api.ts';
import classes from './returns-card.module.css';
import { ReturnsList } from './returns-list.tsx';
import { ReturnsRowsSkeleton } from './returns-skeleton.tsx';
import { ReturnsTable } from './returns-table.tsx';
import { useChosenFigure, useEndValue } from './use-chosen-figure.ts';
import { WhereFrom } from './where-from.tsx';

interface ReturnsCardProps {
  syndicateId: bigint;
  /** As it is in the address. */
  deals: string | undefined;
  onDeals: (deals: MeasuredDeals) => void;
  /** What the deals table shows; null if that is everything. */
  filter: DealFilter | null;
  /** Those of the session, where the user's own book is open. */
  funders: readonly Funder[];
  /** A link to the deals table: with all deals, with the filter it has, or with the deals of a status. */
  DealsLink: ComponentType<DealsLinkProps>;
}

export interface DealsLinkProps {
  to: 'all' | 'filter' | { status: RecoveredStatus };
  children: ReactNode;
}

/** What the deals have returned on their cost, by what is still expected of them. */
export function ReturnsCard(props: ReturnsCardProps) {
  const { syndicateId, deals: asked, onDeals, filter, funders, DealsLink } = props;
  const choices = choicesOf(filter, funders);
  const deals = readMeasuredDeals(asked, choices);
  const query = useReturns(syndicateId, askedOf(deals, filter, funders));
  const { data } = query;
  // Whether they are a table or a list depends on how wide the window is.
  const isInBrowser = useIsInBrowser();
  return (
    <HeadedCard
      title="Returns"
      about={data?.returns && aboutBook(data, data.returns)}
      aside={
        <>
          <SelectField
            label="Of"
            everything={DEALS_NAMES.all}
            value={deals === 'all' ? null : deals}
            options={choices.flatMap((value) =>
              value === 'all' ? [] : [{ value, label: DEALS_NAMES[value] }],
            )}
            onPick={(picked) => onDeals(picked ?? 'all')}
          />
          {/* The file is of all deals. */}
          {deals === 'all' && data?.returns && (
            <CardDownload
              name="Returns"
              endpoint={returnsContract.exportReturns}
              input={{ body: { syndicateId } }}
            />
          )}
        </>
      }
      isPending={query.isPending}
    >
      {deals === 'table' && filter && (
        <p className={classes['filter']}>The deals that the table shows: {filterText(filter)}</p>
      )}
      {deals === 'funders' && (
        <p className={classes['filter']}>
          Your deals with {funders.map(({ name }) => name).join(' and ')}, as if they were with one: all that
          was paid in and out together, each on its day.
        </p>
      )}
      {query.isPending && <ReturnsRowsSkeleton />}
      {!data && query.isError && (
        <CardFailure
          what="The returns"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {data && !data.returns && <NothingMeasured answer={data} deals={deals} />}
      {data?.returns &&
        (isInBrowser ? (
          <Measured returns={data.returns} deals={deals} DealsLink={DealsLink} />
        ) : (
          <ReturnsRowsSkeleton />
        ))}
    </HeadedCard>
  );
}

function askedOf(deals: MeasuredDeals, filter: DealFilter | null, funders: readonly Funder[]): Asked {
  if (deals === 'table') return filter ?? 'all';
  return deals === 'funders' ? funders : deals;
}

function aboutBook({ dealCount, isCurrent }: ReturnsAnswer, { since, cost }: Returns): string {
  const change = isCurrent ? '' : ' · a change of the book is being worked in';
  return `${countOf(dealCount, 'deal')} since ${formatMonth(since)}, after fees; cost ${formatMoney(cost)}${change}`;
}

interface NothingMeasuredProps {
  answer: ReturnsAnswer;
  deals: MeasuredDeals;
}

function NothingMeasured({ answer: { isCurrent, dealCount, mostDeals }, deals }: NothingMeasuredProps) {
  const isComing = !isCurrent && dealCount > 0;
  return (
    <NothingInCard title={mostDeals ? 'Too many deals to add up' : 'Nothing to measure yet'}>
      {mostDeals
        ? tooManyDeals(dealCount)
        : isComing
          ? 'The returns are being worked out, and will be here within the hour.'
          : NO_DEALS[deals]}
    </NothingInCard>
  );
}

interface MeasuredProps extends Pick<ReturnsCardProps, 'DealsLink'> {
  returns: Returns;
  deals: MeasuredDeals;
}

/** With less, the end values stand one after the other. */
const TABLE_WIDTH = 640;

function Measured({ returns, deals, DealsLink }: MeasuredProps) {
  const isNarrow = useTooNarrowOnScreen(TABLE_WIDTH);
  const [asked, setChosen] = useChosenFigure(isNarrow);
  // Other deals may not have the figure of the address.
  const chosen = asked && figuresOf(returns).includes(asked.figure) ? asked : null;
  const [endValue, setEndValue] = useEndValue();
  const close = () => setChosen(null);
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };
  const scenario = returns.scenarios.find((each) => each.scenario === chosen?.scenario);
  const title =
    chosen && `Where from: ${FIGURE_NAMES[chosen.figure]}, ${SHORT_NAMES[chosen.scenario].toLowerCase()}`;
  const hasStatuses = deals === 'all' || deals === 'open';
  const panel = chosen && scenario && (
    <>
      <WhereFrom
        key={`${chosen.figure} ${chosen.scenario}`}
        returns={returns}
        scenario={scenario}
        figure={chosen.figure}
        linkTo={hasStatuses ? (status) => <DealsLink to={{ status }}>{status}</DealsLink> : undefined}
      />
      {(deals === 'all' || deals === 'table') && (
        <p className={classes['toDeals']}>
          <DealsLink to={deals === 'all' ? 'all' : 'filter'}>Show the deals</DealsLink>
        </p>
      )}
    </>
  );
  if (isNarrow)
    return (
      <>
        <ReturnsList
          returns={returns}
          shown={endValue}
          onShow={setEndValue}
          chosen={chosen}
          onChoose={setChosen}
        />
        {title && panel && (
          <Dialog title={title} onClose={close} isSheet>
            <div className={classes['sheet']}>{panel}</div>
          </Dialog>
        )}
      </>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to the keys of the figures' own buttons.
    <div className={classes['sides']} data-open={panel !== null || undefined} onKeyDown={closeByKey}>
      <div className={classes['area']}>
        <ReturnsTable returns={returns} chosen={chosen} onChoose={setChosen} />
      </div>
      {title && panel && (
        <div className={classes['panel']}>
          <div className={classes['panelHead']}>
            <h3 aria-live="polite">{title}</h3>
            <button type="button" className={classes['close']} aria-label="Close where from" onClick={close}>
              <IconX size={16} stroke={1.75} aria-hidden="true" />
            </button>
          </div>
          {panel}
        </div>
      )}
    </div>
  );
}
