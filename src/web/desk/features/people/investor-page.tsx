import { Button } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { pathOf } from '../../../../shared/pages.ts';
import { startLooking } from '../../../lib/looking-as.ts';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { useSession } from '../../../session/use-session.ts';
import { Chip } from '../../../ui/figure/chip.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DeskLink } from '../../desk-link.tsx';
import { useMay } from '../../desk-user.ts';
import { ApprovalsCard } from '../../ui/approvals-card.tsx';
import { PageFailure } from '../../ui/page-failure.tsx';
import classes from '../../ui/page-parts.module.css';
import { BankSection } from './bank-section.tsx';
import { ClosedNotice, ClosingSection } from './closing.tsx';
import { GuestsCard } from './guests-card.tsx';
import { InvestorDetails } from './investor-details.tsx';
import { InvestorFigures } from './investor-figures.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { type Investor, useInvestor } from './people.api.ts';
import { PeopleCard } from './people-card.tsx';
import { StatementsCard } from './statements-card.tsx';
import { SyndicateDialog } from './syndicate-dialog.tsx';

/** One syndicate: its figures, its people, where it is paid to, and how its portal is set up. */
export function InvestorPage() {
  const { syndicateId: given = '' } = useParams({ strict: false }) as { syndicateId?: string };
  const syndicateId = /^\d{1,15}$/.test(given) ? BigInt(given) : 0n;
  const investor = useInvestor(syndicateId);
  const mayManage = useMay('manage-people');
  const mayLook = useMay('look-as-investor');
  const { tenant } = useSession();
  const [asked, setAsked] = useState<'invite' | 'change' | null>(null);
  const [page, setPage] = useState(1);
  const { data } = investor;
  usePageTitle(data?.name ?? 'Investor', 'Desk');
  return (
    <>
      <DeskLink page="investors" className={classes['back']}>
        <IconChevronLeft size={15} stroke={2} aria-hidden="true" />
        Investors
      </DeskLink>
      {investor.isError ? (
        <PageFailure
          what="investor"
          error={investor.error}
          onRetry={() => investor.refetch()}
          isRetrying={investor.isFetching}
        />
      ) : (
        <>
          <PageHeader
            {...(data && { title: data.name })}
            marks={
              <>
                {data && data.closedAt !== null && <Chip tone="closed">Closed</Chip>}
                {data?.bankChange && <Chip tone="watch">Bank change waiting</Chip>}
              </>
            }
            caption={data ? data.abbreviation : <Skeleton characters={8} />}
            action={
              <div className={classes['actions']}>
                {mayLook && data && (
                  <Button variant="default" onClick={() => look(data, tenant.id)}>
                    Look at their portal
                  </Button>
                )}
                {mayManage && data && (
                  <Button variant="default" onClick={() => setAsked('change')}>
                    Change
                  </Button>
                )}
                {mayManage && <Button onClick={() => setAsked('invite')}>Invite somebody</Button>}
              </div>
            }
          />
          <div className={classes['stack']}>
            {data && <ClosedNotice investor={data} />}
            <ApprovalsCard needs="manage-people" />
            <ApprovalsCard needs="approve-money" isOfPage />
            <InvestorFigures investor={data} />
            <PeopleCard
              title="People"
              choice={{ syndicateId, page }}
              nothing={{ title: 'Nobody yet', words: 'Nobody of this syndicate was invited to the portal.' }}
              onPage={setPage}
              isOfOneSyndicate
            />
            <StatementsCard syndicateId={syndicateId} />
            <GuestsCard syndicateId={syndicateId} mayManage={mayManage} />
            <div>
              <BankSection investor={data} mayManage={mayManage} />
              <InvestorDetails investor={data} />
              {mayManage && data && <ClosingSection investor={data} />}
            </div>
          </div>
        </>
      )}
      {asked === 'invite' && <InviteDialog syndicateId={syndicateId} onClose={() => setAsked(null)} />}
      {asked === 'change' && data && <SyndicateDialog investor={data} onClose={() => setAsked(null)} />}
    </>
  );
}

/** In this tab, read-only and recorded under one's own name. The portal has a line that leads back. */
function look({ id, name }: Investor, tenantId: string): void {
  startLooking({ tenantId, syndicateId: id.toString(), name });
  window.location.assign(pathOf('dashboard'));
}
