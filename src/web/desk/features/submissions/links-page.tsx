import { Button } from '@mantine/core';
import { useState } from 'react';
import { capitalized } from '../../../../shared/domain/capitalized.ts';
import { LINK_KINDS, LINK_STATES } from '../../../../shared/domain/issued-links.ts';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { CardFailure, HeadedCard } from '../../../ui/page/headed-card.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { LoadMore } from '../../../ui/table/load-more.tsx';
import { deskAddress, useDeskNavigate, useDeskSearch } from '../../desk-address.ts';
import { useMay } from '../../desk-user.ts';
import partClasses from '../../ui/page-parts.module.css';
import { BankLinkDialog } from './bank-link-dialog.tsx';
import { LinksCard } from './links-card.tsx';
import classes from './submission-page.module.css';
import { KIND_NAMES } from './submission-words.tsx';
import { type LinkChoice, useLinks } from './submissions.api.ts';
import { TicketDialog } from './ticket-dialog.tsx';

/** Every link that grants access by itself, with what became of it. */
export function LinksPage() {
  usePageTitle('Links', 'Desk');
  const maySend = useMay('send-offers');
  const [asked, setAsked] = useState<'bank' | 'ticket' | null>(null);
  const [choice, choose] = useLinkChoice();
  const links = useLinks(choice);
  const rows = links.data?.pages.flatMap((page) => page.links);
  const isChosen = choice.kind !== undefined || choice.state !== undefined;
  return (
    <>
      <PageHeader
        title="Links"
        caption="What was sent and what became of it. The address of a link is in its mail alone."
        action={
          maySend && (
            <div className={classes['head']}>
              <Button variant="default" onClick={() => setAsked('ticket')}>
                Sign-in ticket
              </Button>
              <Button onClick={() => setAsked('bank')}>Bank link</Button>
            </div>
          )
        }
      />
      <div className={partClasses['stack']}>
        <div className={partClasses['tools']}>
          <SelectField
            label="Kind"
            options={LINK_KINDS.map((value) => ({ value, label: KIND_NAMES[value] }))}
            value={choice.kind ?? null}
            everything="Any"
            onPick={(kind) => choose({ ...choice, kind: kind ?? undefined })}
          />
          <SelectField
            label="State"
            options={LINK_STATES.map((value) => ({ value, label: capitalized(value) }))}
            value={choice.state ?? null}
            everything="Any"
            onPick={(state) => choose({ ...choice, state: state ?? undefined })}
          />
        </div>
        {links.isError && !rows ? (
          <HeadedCard title="Issued links">
            <CardFailure
              what="The links"
              error={links.error}
              isRetrying={links.isFetching}
              onRetry={() => links.refetch()}
            />
          </HeadedCard>
        ) : (
          <LinksCard
            title="Issued links"
            about="Newest first"
            links={rows}
            nothing={
              isChosen
                ? { title: 'No link is like that', words: 'Choose another kind or state, or any.' }
                : {
                    title: 'No link was issued yet',
                    words: 'Send an offer, a bank link or a sign-in ticket.',
                  }
            }
          />
        )}
        <LoadMore
          what="links"
          hasMore={links.hasNextPage}
          isLoading={links.isFetchingNextPage}
          error={links.isFetchNextPageError ? links.error : null}
          load={() => void links.fetchNextPage()}
        />
      </div>
      {asked === 'bank' && <BankLinkDialog onClose={() => setAsked(null)} />}
      {asked === 'ticket' && <TicketDialog onClose={() => setAsked(null)} />}
    </>
  );
}

/** What is chosen stands in the address. */
function useLinkChoice(): [LinkChoice, (choice: LinkChoice) => void] {
  const search = useDeskSearch();
  const navigate = useDeskNavigate();
  const choice = {
    kind: LINK_KINDS.find((kind) => kind === search['kind']),
    state: LINK_STATES.find((state) => state === search['state']),
  };
  return [choice, (chosen) => navigate(deskAddress('links', { search: { ...chosen } }), { replace: true })];
}
