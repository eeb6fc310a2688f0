import { Button } from '@mantine/core';
import { useState } from 'react';
import { deskApprovalsContract } from '../../../shared/contract/desk-approvals.ts';
import { APPROVALS } from '../../../shared/domain/approvals.ts';
import type { StaffPermission } from '../../../shared/domain/staff-permissions.ts';
import { formatMoment } from '../../lib/moment.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { countOf } from '../../ui/figure/count.ts';
import { flash } from '../../ui/message/flash.ts';
import { flashFailure } from '../../ui/message/flash-failure.ts';
import { CardFailure, HeadedCard } from '../../ui/page/headed-card.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useDeskPath } from '../desk-address.ts';
import { AddressOnce } from './address-once.tsx';
import { ApprovalFacts } from './approval-facts.tsx';
import { type Approval, useApprovals } from './approvals.api.ts';
import classes from './page-parts.module.css';
import { useChange } from './use-change.ts';

const DECISIONS = {
  approve: { done: 'Approved', endpoint: deskApprovalsContract.approve },
  reject: { done: 'Turned down', endpoint: deskApprovalsContract.reject },
  remind: { done: 'They were told again, by mail', endpoint: deskApprovalsContract.remind },
  withdraw: { done: 'Taken back', endpoint: deskApprovalsContract.withdraw },
} as const;

interface ApprovalsCardProps {
  /** Only what this permission decides. */
  needs?: StaffPermission;
  /** Only what belongs to the page that is open. */
  isOfPage?: true;
}

/** What waits for a second person. Not there while nothing does. */
export function ApprovalsCard({ needs, isOfPage }: ApprovalsCardProps) {
  const path = useDeskPath();
  const approvals = useApprovals();
  const change = useChange();
  const action = useAction(flashFailure);
  const [asked, setAsked] = useState<Approval | null>(null);
  const [address, setAddress] = useState<string | null>(null);
  const waiting = (approvals.data?.approvals ?? []).filter(
    ({ kind, address }) =>
      (needs === undefined || APPROVALS[kind].needs === needs) && (!isOfPage || address === path),
  );
  if (address !== null) return <AddressOnce address={address} onClose={() => setAddress(null)} />;
  if (!approvals.isError && waiting.length === 0) return null;

  const decide = ({ id: approvalId }: Approval, how: keyof typeof DECISIONS) =>
    action.run(async () => {
      const { endpoint, done } = DECISIONS[how];
      const answer = await change(endpoint, { params: { approvalId } });
      setAsked(null);
      if ('address' in answer && answer.address !== null) return setAddress(answer.address);
      flash(('instead' in answer && answer.instead) || done);
    });

  return (
    <HeadedCard
      title="Waiting for a second person"
      about={approvals.isError ? '' : countOf(waiting.length, 'request')}
    >
      {approvals.isError && (
        <CardFailure
          what="What waits for a second person"
          error={approvals.error}
          isRetrying={approvals.isFetching}
          onRetry={() => approvals.refetch()}
        />
      )}
      {waiting.map((approval) => (
        <div
          key={approval.id.toString()}
          className={`${classes['request']} ${approval.mayDecide ? classes['mine'] : ''}`}
        >
          <div className={classes['words']}>
            <p className={classes['asked']}>{approval.askedFor}</p>
            {approval.table && <ApprovalTable table={approval.table} />}
            <ApprovalFacts approval={approval} />
            <p className={classes['quiet']}>
              {approval.isOwn ? 'You asked' : `${approval.askedByName} asked`}{' '}
              {formatMoment(approval.askedAt)}, until {formatMoment(approval.expiresAt)}: “{approval.reason}”
            </p>
            {!approval.mayDecide && <p className={classes['quiet']}>{whoCan(approval)}</p>}
          </div>
          <div className={classes['actions']}>
            {approval.mayDecide && (
              <>
                <Button variant="default" onClick={() => decide(approval, 'reject')}>
                  Turn down
                </Button>
                <Button onClick={() => setAsked(approval)}>Approve</Button>
              </>
            )}
            {approval.isOwn && approval.deciders.length > 0 && (
              <Button variant="default" onClick={() => decide(approval, 'remind')}>
                Remind them
              </Button>
            )}
            {approval.isOwn && (
              <Button variant="default" onClick={() => decide(approval, 'withdraw')}>
                Take back
              </Button>
            )}
          </div>
        </div>
      ))}
      {asked && (
        <ConfirmDialog
          title="Approve this?"
          lead={asked.askedFor}
          confirmLabel="Approve"
          isPending={action.isPending}
          onConfirm={() => decide(asked, 'approve')}
          onClose={() => setAsked(null)}
        >
          <ApprovalFacts approval={asked} />
        </ConfirmDialog>
      )}
    </HeadedCard>
  );
}

/** What exactly is asked for, row by row. */
const ApprovalTable = ({ table: { columns, rows, rowCount } }: { table: NonNullable<Approval['table']> }) => (
  <div className={classes['scroll']}>
    <table className={classes['exact']}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.join('|')}>
            {row.map((cell, place) => (
              <td key={columns[place]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    {rowCount > rows.length && (
      <p className={classes['quiet']}>{countOf(rowCount - rows.length, 'row')} more on its page.</p>
    )}
  </div>
);

const whoCan = ({ deciders, toldAt }: Approval): string =>
  deciders.length > 0
    ? `Can be decided by ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(deciders)}${toldAt === null ? '' : `; told ${formatMoment(toldAt)}`}.`
    : 'Nobody else has the permission to decide. An administrator can give it to somebody.';
