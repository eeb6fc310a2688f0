import { capitalized } from '../../../../shared/domain/capitalized.ts';
import { formatRate } from '../../../../shared/domain/rate.ts';
import { SUBMISSION_STATES } from '../../../../shared/domain/submissions.ts';
import { formatDay } from '../../../lib/moment.ts';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { CardFailure, HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { LoadMore } from '../../../ui/table/load-more.tsx';
import { deskAddress, useDeskNavigate, useDeskSearch } from '../../desk-address.ts';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import classes from '../../ui/page-parts.module.css';
import { SubmissionChip } from '../../ui/submission-chip.tsx';

import { type ListedSubmission, useSubmissions } from './submissions.api.ts';

const COLUMNS: readonly Column<ListedSubmission>[] = [
  { name: 'State', value: ({ state }) => <SubmissionChip state={state} /> },
  { name: 'Broker', value: ({ brokerCompany, brokerName }) => brokerCompany ?? brokerName },
  { name: 'Amount', kind: 'number', value: ({ amount }) => <MoneyText amount={amount} /> },
  { name: 'Factor rate', kind: 'number', value: ({ factorRate }) => formatRate(factorRate) },
  { name: 'Term', kind: 'number', value: ({ termDays }) => `${termDays} days` },
  { name: 'Made', kind: 'day', value: ({ madeAt }) => formatDay(madeAt) },
];

/** The offers, newest first, in the state that the address names. */
export function SubmissionsPage() {
  usePageTitle('Submissions', 'Desk');
  const navigate = useDeskNavigate();
  const asked = useDeskSearch()['state'];
  const state = SUBMISSION_STATES.find((known) => known === asked);
  const submissions = useSubmissions(state);
  const rows = submissions.data?.pages.flatMap((page) => page.submissions);
  return (
    <>
      <PageHeader title="Submissions" caption="Offers to brokers, and what became of each" />
      <div className={classes['stack']}>
        <div className={classes['tools']}>
          <SelectField
            label="State"
            options={SUBMISSION_STATES.map((value) => ({ value, label: capitalized(value) }))}
            value={state ?? null}
            everything="Any"
            onPick={(picked) =>
              navigate(deskAddress('submissions', { search: { state: picked ?? undefined } }), {
                replace: true,
              })
            }
          />
        </div>
        <HeadedCard title="Offers" about="Newest first" isPending={submissions.isPending}>
          {submissions.isError && !rows ? (
            <CardFailure
              what="The offers"
              error={submissions.error}
              isRetrying={submissions.isFetching}
              onRetry={() => submissions.refetch()}
            />
          ) : rows?.length === 0 ? (
            <NothingInCard title={state ? 'No offer is in this state' : 'There are no offers yet'}>
              {state ? 'Choose another state, or any.' : 'They come with an import from your own system.'}
            </NothingInCard>
          ) : (
            <DeskTable
              label="Offers"
              first="Deal"
              columns={COLUMNS}
              rows={rows}
              keyOf={({ offerId }) => offerId.toString()}
              nameOf={({ dealName }) => dealName}
              below={({ mid, lenderName }) => `${mid} · ${lenderName}`}
              page="submission"
              target={({ offerId }) => ({ params: { offerId } })}
            />
          )}
        </HeadedCard>
        <LoadMore
          what="offers"
          hasMore={submissions.hasNextPage}
          isLoading={submissions.isFetchingNextPage}
          error={submissions.isFetchNextPageError ? submissions.error : null}
          load={() => void submissions.fetchNextPage()}
        />
      </div>
    </>
  );
}
