import { IconX } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { returnsContract } from '../../../shared/contract/returns.ts';
import { formatMonth } from '../../../shared/domain/calendar-date.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { CardDownload } from '../../ui/download/card-download.tsx';
import { countOf } from '../../ui/figure/count.ts';
import { CardFailure, HeadedCard, NothingInCard } from '../../ui/page/headed-card.tsx';
import { useTooNarrowOnScreen } from '../../ui/table/use-too-narrow.ts';
import { FIGURE_NAMES, SHORT_NAMES } from './return-figures.ts';
import { type Returns, type ReturnsAnswer, useReturns } from './returns.api.ts';
import classes from './returns-card.module.css';
import { ReturnsList } from './returns-list.tsx';
import { ReturnsRowsSkeleton } from './returns-skeleton.tsx';
import { ReturnsTable } from './returns-table.tsx';
import { useChosenFigure } from './use-chosen-figure.ts';
import { WhereFrom } from './where-from.tsx';

interface ReturnsCardProps {
  syndicateId: bigint;
}

/** What the deals have returned on their cost, by what is still expected of them. */
export function ReturnsCard({ syndicateId }: ReturnsCardProps) {
  const query = useReturns(syndicateId);
  const { data } = query;
  return (
    <HeadedCard
      title="Returns"
      about={data?.returns && aboutBook(data, data.returns)}
      aside={
        data?.returns && (
          <CardDownload
            name="Returns"
            endpoint={returnsContract.exportReturns}
            input={{ body: { syndicateId } }}
          />
        )
      }
      isPending={query.isPending}
    >
      {query.isPending && <ReturnsRowsSkeleton />}
      {!data && query.isError && (
        <CardFailure
          what="The returns"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {data && !data.returns && <NothingMeasured answer={data} />}
      {data?.returns && <Measured returns={data.returns} />}
    </HeadedCard>
  );
}

function aboutBook({ dealCount, isCurrent }: ReturnsAnswer, { since, cost }: Returns): string {
  const change = isCurrent ? '' : ' · a change of the book is being worked in';
  return `${countOf(dealCount, 'deal')} since ${formatMonth(since)}, after fees; cost ${formatMoney(cost)}${change}`;
}

interface NothingMeasuredProps {
  answer: ReturnsAnswer;
}

function NothingMeasured({ answer: { isCurrent, dealCount } }: NothingMeasuredProps) {
  const isComing = !isCurrent && dealCount > 0;
  return (
    <NothingInCard title="Nothing to measure yet">
      {isComing
        ? 'The returns are being worked out, and will be here within the hour.'
        : 'Returns are measured from the first deal on.'}
    </NothingInCard>
  );
}

interface MeasuredProps {
  returns: Returns;
}

/** With less, the end values stand one after the other. */
const TABLE_WIDTH = 640;

function Measured({ returns }: MeasuredProps) {
  const isNarrow = useTooNarrowOnScreen(TABLE_WIDTH);
  const [chosen, setChosen] = useChosenFigure(isNarrow);
  const close = () => setChosen(null);
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };
  const scenario = returns.scenarios.find((each) => each.scenario === chosen?.scenario);
  const title =
    chosen && `Where from: ${FIGURE_NAMES[chosen.figure]}, ${SHORT_NAMES[chosen.scenario].toLowerCase()}`;
  const panel = chosen && scenario && (
    <WhereFrom
      key={`${chosen.figure} ${chosen.scenario}`}
      returns={returns}
      scenario={scenario}
      figure={chosen.figure}
    />
  );
  if (isNarrow)
    return (
      <>
        <ReturnsList returns={returns} chosen={chosen} onChoose={setChosen} />
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
