import { Button } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { figureWords, isWhyFigure } from '../../../../shared/domain/why-figures.ts';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DeskLink } from '../../desk-link.tsx';
import { PageFailure } from '../../ui/page-failure.tsx';
import parts from '../../ui/page-parts.module.css';
import { BreakdownCard } from './breakdown-card.tsx';
import { ChooseInvestor } from './choose-investor.tsx';
import { CompareCard } from './compare-card.tsx';
import { FigureOptions } from './figure-value.tsx';
import { PayDateField } from './pay-date-field.tsx';
import { ShareCard } from './share-card.tsx';
import { useFigures } from './why.api.ts';
import { payDateOfLines, useChoose, useWhyChoice, type WhyChoice } from './why-choice.ts';

const TITLE = 'Why is this number so?';

/** Takes a figure of an investor's pages apart. Everything that is chosen is in the address. */
export function WhyPage() {
  const choice = useWhyChoice();
  usePageTitle(TITLE, 'Desk');
  if (choice.syndicateId === undefined)
    return (
      <>
        <PageHeader
          title={TITLE}
          caption="Any figure of an investor, down to the line of the file that it came from"
        />
        <ChooseInvestor choice={choice} />
      </>
    );
  return <WhyOfInvestor choice={choice} syndicateId={choice.syndicateId} />;
}

interface WhyOfInvestorProps {
  choice: WhyChoice;
  syndicateId: bigint;
}

function WhyOfInvestor({ choice, syndicateId }: WhyOfInvestorProps) {
  const choose = useChoose(choice);
  const asked = { syndicateId, payDate: choice.payDate, page: choice.page };
  const figures = useFigures(asked);
  const { data } = figures;
  if (figures.isError)
    return (
      <PageFailure
        what="investor"
        error={figures.error}
        onRetry={() => figures.refetch()}
        isRetrying={figures.isFetching}
      />
    );
  const linesAsked = { syndicateId, payDate: payDateOfLines(choice, data?.payDate), page: choice.linesPage };
  return (
    <>
      <DeskLink page="investor" params={{ syndicateId }} className={parts['back']}>
        <IconChevronLeft size={15} stroke={2} aria-hidden="true" />
        {data?.name ?? 'Investor'}
      </DeskLink>
      <PageHeader
        title={TITLE}
        caption={data ? `${data.name}, as of ${formatDate(data.asOf)}` : <Skeleton characters={30} />}
        action={
          <Button variant="default" onClick={() => choose({ isComparing: !choice.isComparing })}>
            {choice.isComparing ? 'Back to the figure' : 'Compare with a spreadsheet'}
          </Button>
        }
      />
      <div className={parts['stack']}>
        {!choice.isComparing && (
          <div className={parts['tools']}>
            <label className={parts['select']}>
              Figure
              <select
                value={choice.figure}
                onChange={({ target: { value } }) => isWhyFigure(value) && choose({ figure: value })}
              >
                <FigureOptions />
              </select>
            </label>
          </div>
        )}
        {figureWords(choice.figure).isOfPayDate && (
          <PayDateField choice={choice} shown={data?.payDate ?? null} />
        )}
        {choice.isComparing ? (
          <CompareCard choice={choice} asked={asked} />
        ) : (
          <BreakdownCard choice={choice} asked={asked} />
        )}
        {choice.deal !== undefined && <ShareCard mid={choice.deal} choice={choice} asked={linesAsked} />}
      </div>
    </>
  );
}
