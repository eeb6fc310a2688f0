import { Button } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { deskDocumentsContract } from '../../../../shared/contract/desk-documents.ts';
import { MAX_DOCUMENTS_PER_PUBLICATION } from '../../../../shared/domain/documents.ts';
import { FILE_EXTENSIONS } from '../../../../shared/domain/offer-files.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { usePageTitle } from '../../../page/use-page-title.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import { DayField } from '../../../ui/form/day-field.tsx';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import type { TypedDay } from '../../../ui/form/typed-day.ts';
import { flash } from '../../../ui/message/flash.ts';
import { CardFailure, HeadedCard } from '../../../ui/page/headed-card.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { type Attachment, useAttachments } from '../../../ui/thread/use-attachments.ts';
import { useAction } from '../../../ui/use-action.ts';
import { deskAddress, useDeskNavigate } from '../../desk-address.ts';
import { DeskLink } from '../../desk-link.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { FootBar } from '../../ui/foot-bar.tsx';
import parts from '../../ui/page-parts.module.css';
import { dayOf } from '../../ui/times.ts';
import { useChange } from '../../ui/use-change.ts';
import { FILE_CALLS, useRecipients } from './documents.api.ts';
import { FileFields } from './file-fields.tsx';
import classes from './send.module.css';
import { problemOf, proposedFor, type TypedDocument } from './typed-document.ts';

const ACCEPTED = FILE_EXTENSIONS.map((extension) => `.${extension}`).join();

/** Takes one file or many, shows who would get what, and publishes it when the clerk says so. */
export function SendPage() {
  usePageTitle('Send documents', 'Desk');
  const recipients = useRecipients();
  const { files, add, remove } = useAttachments(FILE_CALLS, { most: MAX_DOCUMENTS_PER_PUBLICATION });
  const [changes, setChanges] = useState<Readonly<Record<number, Partial<TypedDocument>>>>({});
  const [expiresOn, setExpiresOn] = useState<TypedDay>(null);
  const [isForLater, setIsForLater] = useState(false);
  const known = recipients.data ?? [];
  const typedOf = ({ key, name }: Attachment): TypedDocument => ({
    ...proposedFor(name, known),
    ...changes[key],
  });
  const typed = files.map((file) => ({ file, typed: typedOf(file) }));
  const hasForAll = typed.some(({ typed: { to } }) => to === 'all');
  return (
    <>
      <DeskLink page="documents" className={parts['back']}>
        <IconChevronLeft size={15} stroke={2} aria-hidden="true" />
        Documents
      </DeskLink>
      <PageHeader
        title="Send documents"
        caption="Drop one file or many. Where a name begins with a syndicate’s abbreviation, such as NGP-1099-2026.pdf, we propose who gets it."
      />
      <div className={parts['stack']}>
        <DropZone
          label="Drop the files here, or choose them"
          hint="PDF, Word, Excel or pictures, up to 20 MB each. Nobody gets anything before you publish it."
          busyWith={null}
          isMultiple
          isSmall={files.length > 0}
          accept={ACCEPTED}
          onFiles={add}
        />
        {recipients.isError && !recipients.data && (
          <HeadedCard title="Recipients">
            <CardFailure
              what="The syndicates"
              error={recipients.error}
              isRetrying={recipients.isFetching}
              onRetry={() => recipients.refetch()}
            />
          </HeadedCard>
        )}
        {files.length > 0 && recipients.data && (
          <>
            <HeadedCard title="Files" about={filesInWords(typed.map((one) => one.typed))}>
              <div className={classes['list']}>
                {typed.map(({ file, typed: one }) => (
                  <FileFields
                    key={file.key}
                    file={file}
                    typed={one}
                    recipients={known}
                    onChange={(change) =>
                      setChanges((before) => ({
                        ...before,
                        [file.key]: { ...before[file.key], ...change },
                      }))
                    }
                    onRemove={() => remove(file.key)}
                  />
                ))}
              </div>
            </HeadedCard>
            <HeadedCard title="For all of them" about="The same for every file above">
              <div className={classes['common']}>
                <div className={classes['lastDay']}>
                  Last day that investors see it
                  <DayField
                    label="Until"
                    about="Last day"
                    placeholder="It stays"
                    value={expiresOn}
                    earliest={dayOf(new Date())}
                    problem={expiresOn === 'no day' ? 'This is no day.' : undefined}
                    onPick={setExpiresOn}
                  />
                </div>
                {hasForAll && (
                  <label className={parts['choice']}>
                    <input
                      type="checkbox"
                      checked={isForLater}
                      onChange={({ currentTarget }) => setIsForLater(currentTarget.checked)}
                    />
                    Also investors who join later see what goes to all
                  </label>
                )}
              </div>
            </HeadedCard>
            <PublishBar typed={typed} expiresOn={expiresOn} isForLater={isForLater} />
          </>
        )}
      </div>
    </>
  );
}

interface PublishBarProps {
  typed: readonly { file: Attachment; typed: TypedDocument }[];
  expiresOn: TypedDay;
  isForLater: boolean;
}

function PublishBar({ typed, expiresOn, isForLater }: PublishBarProps) {
  const navigate = useDeskNavigate();
  const change = useChange();
  const [isAsking, setIsAsking] = useState(false);
  const { isPending, failure, run } = useAction(messageOf);
  const ready = typed.filter(({ file }) => file.state === 'ready');
  const complete = ready.filter((one) => problemOf(one.typed) === null);
  const obstacle = obstacleIn(typed, expiresOn);
  const publish = () =>
    run(async () => {
      setIsAsking(false);
      const { documents } = await change(deskDocumentsContract.publish, {
        body: {
          documents: ready.map(({ file, typed: { title, category, taxYear, to, syndicateIds } }) => ({
            ...{ documentId: file.id ?? '', title: title.trim(), category },
            taxYear: taxYear === '' ? null : Number(taxYear),
            expiresOn: expiresOn === 'no day' ? null : expiresOn,
            ...{ isForAll: to === 'all', isForLater: to === 'all' && isForLater },
            syndicateIds: to === 'all' ? [] : syndicateIds.map(BigInt),
          })),
        },
      });
      flash(outcomeInWords(documents.map(({ isPublished }) => isPublished)));
      navigate(deskAddress('documents'));
    });
  return (
    <>
      <FormAlert message={failure} />
      <FootBar
        what={`${complete.length} of ${countOf(typed.length, 'file')} ready`}
        remark={obstacle ?? 'Each person gets one mail, with a link and without the files.'}
        isWaiting={obstacle !== null}
      >
        <Button disabled={obstacle !== null} loading={isPending} onClick={() => setIsAsking(true)}>
          Publish
        </Button>
      </FootBar>
      {isAsking && (
        <ConfirmDialog
          title={`Publish ${countOf(ready.length, 'document')}?`}
          lead={`${audienceInWords(ready.map((one) => one.typed))} They are told by mail. A document can be withdrawn later, and a mail cannot.`}
          confirmLabel="Publish"
          isPending={isPending}
          onConfirm={publish}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

/** '12 files, 2 of them for nobody yet' */
function filesInWords(typed: readonly TypedDocument[]): string {
  const unmatched = typed.filter(({ to, syndicateIds }) => to === 'some' && syndicateIds.length === 0).length;
  const files = countOf(typed.length, 'file');
  return unmatched === 0 ? files : `${files}, ${unmatched} of them for nobody yet`;
}

function obstacleIn(
  typed: readonly { file: Attachment; typed: TypedDocument }[],
  expiresOn: TypedDay,
): string | null {
  if (typed.some(({ file }) => file.state === 'refused')) return 'Please remove the files that were refused.';
  if (typed.some((one) => problemOf(one.typed) !== null)) return 'Please complete the files above.';
  if (expiresOn === 'no day') return 'Please correct the last day.';
  if (expiresOn !== null && expiresOn < dayOf(new Date())) return 'The last day cannot be in the past.';
  return typed.some(({ file }) => file.state !== 'ready') ? 'The files are still being checked.' : null;
}

/** 'They go to 12 syndicates.' */
function audienceInWords(typed: readonly TypedDocument[]): string {
  if (typed.some(({ to }) => to === 'all')) return 'They go to all syndicates.';
  const syndicates = new Set(typed.flatMap(({ syndicateIds }) => syndicateIds));
  return `They go to ${countOf(syndicates.size, 'syndicate')}.`;
}

function outcomeInWords(isPublished: readonly boolean[]): string {
  const published = isPublished.filter((is) => is).length;
  const before = isPublished.length - published;
  const words = `${countOf(published, 'document')} published`;
  return before === 0 ? words : `${words}, ${before} had been sent before`;
}
