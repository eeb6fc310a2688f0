import { IconChevronLeft } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { deskRequestsContract } from '../../../../shared/contract/desk-requests.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { download } from '../../../lib/download.ts';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { useSession } from '../../../session/use-session.ts';
import { flash } from '../../../ui/message/flash.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Thread } from '../../../ui/thread/thread.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { DeskLink } from '../../desk-link.tsx';
import { useMay } from '../../desk-user.ts';
import { PageFailure } from '../../ui/page-failure.tsx';
import parts from '../../ui/page-parts.module.css';
import { useNow } from '../../ui/use-now.ts';
import { AnswerForm } from './answer-form.tsx';
import { InviteFacts } from './invite-facts.tsx';
import { RequestActions } from './request-actions.tsx';
import { type OpenedRequest, useRequest } from './requests.api.ts';
import classes from './requests.module.css';
import { StateChip } from './state-chip.tsx';
import { WaitingTime } from './waiting-time.tsx';

/** One request: what was written and done, the facts of the invite, and the answer. */
export function RequestPage() {
  const { caseId = '0' } = useParams({ strict: false }) as { caseId?: string };
  const request = useRequest(/^\d{1,15}$/.test(caseId) ? BigInt(caseId) : 0n);
  const mayAnswer = useMay('answer-requests');
  const { tenant } = useSession();
  const { data } = request;
  const { run } = useAction((error) => flash(messageOf(error), { tone: 'bad', seconds: 4 }));
  const fetchFile = (fileId: string) =>
    run(async () => {
      if (!data) return;
      const { signal } = new AbortController();
      await download(
        deskRequestsContract.fetchFile,
        { params: { caseId: data.id, fileId } },
        { signal, onProgress: () => undefined },
      );
    });
  usePageTitle(data ? `${data.syndicateName}: ${data.dealName}` : 'Request', 'Desk');
  return (
    <>
      <DeskLink page="requests" className={parts['back']}>
        <IconChevronLeft size={15} stroke={2} aria-hidden="true" />
        Requests
      </DeskLink>
      {request.isError && !data ? (
        <PageFailure
          what="request"
          error={request.error}
          onRetry={() => request.refetch()}
          isRetrying={request.isFetching}
        />
      ) : (
        <>
          <PageHeader
            {...(data && { title: `${data.syndicateName}: ${data.dealName}` })}
            marks={data && <StateChip state={data.state} />}
            caption={data ? <Standing request={data} /> : <Skeleton characters={36} />}
            action={data && mayAnswer && <RequestActions request={data} />}
          />
          <div className={classes['columns']}>
            <div className={classes['main']}>
              <Thread entries={data?.entries} funder={tenant.name} side="funder" onFetch={fetchFile} />
              {data && mayAnswer && <AnswerForm request={data} />}
              {data && !mayAnswer && (
                <p className={classes['quiet']}>
                  You can read it. Somebody who answers requests can take it.
                </p>
              )}
            </div>
            <InviteFacts request={data} />
          </div>
        </>
      )}
    </>
  );
}

interface StandingProps {
  request: OpenedRequest;
}

function Standing({ request }: StandingProps) {
  const now = useNow();
  const owner = request.ownerName === null ? 'Nobody has taken it' : `Taken by ${request.ownerName}`;
  return (
    <>
      MID {request.mid} · {owner}
      {request.state === 'open' && (
        <>
          {' '}
          · waiting for <WaitingTime request={request} now={now} />
        </>
      )}
    </>
  );
}
