import { CASE_FILTERS, type CaseFilter } from '../../../../shared/domain/request-cases.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { countOf } from '../../../ui/figure/count.ts';
import { ChoiceSwitch } from '../../../ui/form/choice-switch.tsx';
import { NothingInCard } from '../../../ui/page/headed-card.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import parts from '../../ui/page-parts.module.css';
import { promiseInWords } from '../../ui/times.ts';
import { useNow } from '../../ui/use-now.ts';
import { useRequestChoice } from './request-choice.ts';
import { type ListedRequest, useRequests } from './requests.api.ts';
import classes from './requests.module.css';
import { StateChip } from './state-chip.tsx';
import { WaitingTime } from './waiting-time.tsx';

const NAMES: Readonly<Record<CaseFilter, string>> = {
  open: 'Open',
  mine: 'Mine',
  unowned: 'Nobody’s',
  answered: 'Answered',
  done: 'Done',
};

const NOTHING: Readonly<Record<CaseFilter, string>> = {
  open: 'Nothing waits for an answer',
  mine: 'You have taken nothing that is still open',
  unowned: 'Every request has somebody who deals with it',
  answered: 'Nothing was answered that is not done',
  done: 'Nothing is done yet',
};

/** What investors have written about their invites, and who deals with it. */
export function RequestsPage() {
  usePageTitle('Requests', 'Desk');
  const now = useNow();
  const [choice, choose] = useRequestChoice();
  const requests = useRequests(choice);
  const { data } = requests;
  const names = Object.fromEntries(
    CASE_FILTERS.map((filter) => {
      const count = filter === 'done' ? undefined : data?.counts[filter];
      return [filter, count === undefined ? NAMES[filter] : `${NAMES[filter]} ${count}`];
    }),
  ) as Record<CaseFilter, string>;
  const columns: readonly Column<ListedRequest>[] = [
    { name: 'State', value: ({ state }) => <StateChip state={state} /> },
    { name: 'Taken by', value: ({ ownerName }) => ownerName },
    {
      name: 'Waiting',
      kind: 'day',
      value: (request) => (request.state === 'open' ? <WaitingTime request={request} now={now} /> : null),
    },
    { name: 'Last change', kind: 'day', value: ({ changedAt }) => formatMoment(changedAt) },
  ];
  return (
    <>
      <PageHeader title="Requests" caption="What investors have written about their invites" />
      <div className={parts['stack']}>
        <div className={classes['filters']}>
          <ChoiceSwitch
            legend="Which requests"
            values={CASE_FILTERS}
            names={names}
            chosen={choice.filter}
            onChoose={(filter) => choose({ filter, page: 1 })}
          />
        </div>
        <ListCard
          title={NAMES[choice.filter]}
          what="The requests"
          about={({ count, promise }) => aboutOf(count, promise)}
          query={requests}
          page={choice.page}
          onPage={(page) => choose({ page })}
          nothing={<NothingInCard title={NOTHING[choice.filter]} />}
        >
          <DeskTable
            label="Requests"
            first="Request"
            columns={columns}
            rows={data?.requests}
            keyOf={({ id }) => id.toString()}
            nameOf={({ syndicateName, dealName }) => `${syndicateName}: ${dealName}`}
            below={({ mid, lastWords }) => (lastWords === '' ? mid : `${mid} · ${lastWords}`)}
            page="request"
            target={({ id: caseId }) => ({ params: { caseId } })}
          />
        </ListCard>
      </div>
    </>
  );
}

function aboutOf(count: number, promise: 'same day' | number | null): string {
  const requests = countOf(count, 'request');
  return promise === null ? requests : `${requests} · we promise an answer within ${inTime(promise)}`;
}

const inTime = (promise: 'same day' | number): string =>
  promise === 'same day' ? 'the same day' : promiseInWords(promise);
