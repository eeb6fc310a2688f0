import { inviteThreadsContract } from '../../../shared/contract/invite-threads.ts';
import { messageOf } from '../../lib/api-error.ts';
import { download } from '../../lib/download.ts';
import { useSession } from '../../session/use-session.ts';
import { Chip } from '../../ui/figure/chip.tsx';
import { flash } from '../../ui/message/flash.ts';
import { InlineError } from '../../ui/message/inline-error.tsx';
import { Thread } from '../../ui/thread/thread.tsx';
import { STATE_TONES, stateForInvestor } from '../../ui/thread/thread-words.ts';
import { useAction } from '../../ui/use-action.ts';
import classes from './adjustment-form.module.css';
import { useThread } from './thread.api.ts';

interface InviteThreadProps {
  /** Undefined while the invite is loading. */
  publicId: string | undefined;
}

/** What was written about the invite so far, and whose turn it is. Nothing while there is nothing. */
export function InviteThread({ publicId }: InviteThreadProps) {
  const thread = useThread(publicId);
  const { tenant } = useSession();
  const { run } = useAction((error) => flash(messageOf(error), { tone: 'bad', seconds: 4 }));
  const fetchFile = (fileId: string) =>
    run(async () => {
      if (publicId === undefined) return;
      const { signal } = new AbortController();
      await download(
        inviteThreadsContract.fetchFile,
        { params: { publicId, fileId } },
        { signal, onProgress: () => undefined },
      );
    });
  if (thread.isError && !thread.data)
    return (
      <InlineError
        title="The messages so far did not load"
        error={thread.error}
        onRetry={() => thread.refetch()}
        isRetrying={thread.isFetching}
      />
    );
  if (!thread.data || thread.data.state === null) return null;
  const { state, entries } = thread.data;
  return (
    <section className={classes['thread']} aria-labelledby="thread">
      <div className={classes['state']}>
        <h2 id="thread" className={classes['subtitle']}>
          Messages
        </h2>
        <span role="status">
          <Chip tone={STATE_TONES[state]}>{stateForInvestor(state, tenant.name)}</Chip>
        </span>
      </div>
      <Thread entries={entries} funder={tenant.name} side="investor" onFetch={fetchFile} />
    </section>
  );
}
