import { Button } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { deskTokensContract, type TokenState } from '../../../../shared/contract/desk-tokens.ts';
import { SCOPE_RULES } from '../../../../shared/domain/scope-permissions.ts';
import { formatDay, formatMoment } from '../../../lib/moment.ts';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { Chip } from '../../../ui/figure/chip.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import { EmptyState } from '../../../ui/message/empty-state.tsx';
import { ErrorState } from '../../../ui/message/error-state.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { HeadedCard } from '../../../ui/page/headed-card.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Row } from '../../../ui/page/section.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DeskLink } from '../../desk-link.tsx';
import { useApprovals } from '../../ui/approvals.api.ts';
import { ApprovalsCard } from '../../ui/approvals-card.tsx';
import parts from '../../ui/page-parts.module.css';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import { IssueDialog } from './issue-dialog.tsx';
import { type ListedToken, useTokens } from './settings.api.ts';
import classes from './tokens-page.module.css';

/** The tokens with which the funder's own systems call the portal. */
export function TokensPage() {
  usePageTitle('Service tokens', 'Desk');
  const tokens = useTokens();
  const send = useChange();
  const [isIssuing, setIsIssuing] = useState(false);
  const [revoked, setRevoked] = useState<ListedToken | null>(null);
  const { data } = tokens;
  return (
    <>
      <DeskLink page="settings" className={parts['back']}>
        <IconChevronLeft size={15} stroke={2} aria-hidden="true" />
        Settings
      </DeskLink>
      <PageHeader
        title="Service tokens"
        caption="With them your own systems call the portal. A token opens what its scopes say, and nothing else."
        action={data && <Button onClick={() => setIsIssuing(true)}>New token</Button>}
      />
      {tokens.isError && !data ? (
        <ErrorState
          title="The service tokens did not load"
          error={tokens.error}
          onRetry={() => tokens.refetch()}
          isRetrying={tokens.isFetching}
        />
      ) : data && data.tokens.length === 0 ? (
        <EmptyState
          title="No service token yet"
          reason="A system of yours needs one to read the book, post payments or send links."
        />
      ) : (
        <div className={parts['stack']}>
          <ApprovalsCard needs="change-settings" />
          <HeadedCard
            title="Tokens"
            isPending={data === undefined}
            about={
              data && countOf(data.tokens.filter(({ state }) => state === 'valid').length, 'valid token')
            }
          >
            <ul className={classes['list']} aria-label="Service tokens">
              {data?.tokens.map((token) => (
                <li
                  key={token.id.toString()}
                  className={classes['token']}
                  data-over={isOver(token) || undefined}
                >
                  <Row
                    title={
                      <>
                        {token.name} <StateChip token={token} />
                      </>
                    }
                    detail={<TokenDetails token={token} />}
                    action={
                      token.state !== 'revoked' && (
                        <Button
                          variant="default"
                          aria-label={`Revoke ${token.name}`}
                          onClick={() => setRevoked(token)}
                        >
                          Revoke
                        </Button>
                      )
                    }
                  />
                </li>
              )) ??
                [1, 2, 3].map((index) => (
                  <li key={index} className={classes['token']}>
                    <Row title={<Skeleton characters={14} />} detail={<Skeleton characters={44} />} />
                  </li>
                ))}
            </ul>
          </HeadedCard>
        </div>
      )}
      {isIssuing && data && (
        <IssueDialog scopes={data.givenScopes} others={data.others} onClose={() => setIsIssuing(false)} />
      )}
      {revoked && (
        <ReasonDialog
          title={`Revoke ${revoked.name}?`}
          lead="The system that uses it is refused from the next call on. It cannot be undone; a new token can be issued."
          description="It stays in the audit trail."
          askLabel="Revoke"
          onAsk={async (reason) => {
            const tokenId = revoked.id;
            await send(deskTokensContract.revokeToken, { params: { tokenId }, body: { reason } });
            setRevoked(null);
            flash(`${revoked.name} is revoked`);
          }}
          onClose={() => setRevoked(null)}
        />
      )}
    </>
  );
}

const STATES = {
  valid: { tone: 'good', words: 'Valid' },
  waiting: { tone: 'watch', words: 'Waits for a second person' },
  expired: { tone: 'closed', words: 'Expired' },
  revoked: { tone: 'closed', words: 'Revoked' },
} as const satisfies Record<TokenState, object>;

/** One that was asked for and turned down, or taken back, waits for nobody. */
function StateChip({ token: { id, state } }: { token: ListedToken }) {
  const approvals = useApprovals().data?.approvals;
  const isAsked = approvals?.some(({ kind, subjectId }) => kind === 'use service token' && subjectId === id);
  if (state === 'waiting' && isAsked === false) return <Chip tone="closed">Not approved</Chip>;
  return <Chip tone={STATES[state].tone}>{STATES[state].words}</Chip>;
}

const isOver = ({ state }: ListedToken): boolean => state === 'expired' || state === 'revoked';

function TokenDetails({ token }: { token: ListedToken }) {
  const { scopes, issuedBy, issuedAt, expiresAt, daysOnceApproved, lastUsedAt, state } = token;
  const end =
    expiresAt === null
      ? `For ${countOf(daysOnceApproved ?? 0, 'day')} once approved`
      : `${state === 'expired' ? 'Expired' : 'Expires'} ${formatDay(expiresAt)}`;
  return (
    <>
      <div title={scopes.map((scope) => SCOPE_RULES[scope].about).join('; ')}>{scopes.join(', ')}</div>
      <div>
        {issuedBy === null ? 'Issued' : `Issued by ${issuedBy}`} {formatMoment(issuedAt)} · {end} ·{' '}
        {lastUsedAt === null ? 'Never used' : `Last used ${formatMoment(lastUsedAt)}`}
      </div>
    </>
  );
}
