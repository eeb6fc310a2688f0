import { Button } from '@mantine/core';
import { useRef } from 'react';
import { deskReturnsContract } from '../../../../shared/contract/desk-returns.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { formatMoment } from '../../../lib/moment.ts';
import { MoneyText } from '../../../ui/figure/amount.tsx';
import { FormAlert } from '../../../ui/form/form-alert.tsx';
import { flash } from '../../../ui/message/flash.ts';
import { CardFailure, HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { deskAddress, useDeskNavigate } from '../../desk-address.ts';
import { useMay } from '../../desk-user.ts';
import { type Column, DeskTable } from '../../ui/desk-table.tsx';
import { useChange } from '../../ui/use-change.ts';
import { type ListedReturnFile, useReturnFiles } from './payouts.api.ts';
import classes from './payouts.module.css';
import { ReturnChip } from './return-chip.tsx';

const COLUMNS: readonly Column<ListedReturnFile>[] = [
  { name: 'State', value: ({ state }) => <ReturnChip state={state} /> },
  { name: 'Total', kind: 'number', value: ({ total }) => <MoneyText amount={total} /> },
];

/** Return files from the bank and returns typed in: those that nobody has entered yet, then the newest. */
export function ReturnFileCard() {
  const mayPrepare = useMay('prepare-payouts');
  const files = useReturnFiles();
  const { data } = files;
  const choose = useReturnUpload();
  return (
    <HeadedCard
      title="Return files"
      about="R-codes and notifications of change from the bank"
      isPending={files.isPending}
      aside={mayPrepare && choose.button}
    >
      {choose.failure}
      {files.isError && !data ? (
        <CardFailure
          what="The return files"
          error={files.error}
          isRetrying={files.isFetching}
          onRetry={() => files.refetch()}
        />
      ) : data?.files.length === 0 ? (
        <NothingInCard title="No return files yet">
          Choose a return file to see its entries. Nothing is entered before you confirm it.
        </NothingInCard>
      ) : (
        <DeskTable
          label="Return files"
          first="File"
          columns={COLUMNS}
          rows={data?.files}
          keyOf={({ id }) => id.toString()}
          nameOf={({ name }) => name}
          below={({ source, readByName, readAt }) =>
            `${source === 'typed' ? 'typed in' : 'uploaded'} ${formatMoment(readAt)} by ${readByName}`
          }
          skeletonRows={2}
          page="returnFile"
          target={({ id }) => ({ params: { fileId: id } })}
        />
      )}
    </HeadedCard>
  );
}

/** The button that reads a return file and opens its page, and what is said where it cannot be read. */
export function useReturnUpload(label = 'Choose return file') {
  const send = useChange();
  const navigate = useDeskNavigate();
  const { isPending, failure, run } = useAction(messageOf);
  const field = useRef<HTMLInputElement>(null);
  const read = (file: File | undefined) =>
    file &&
    run(async () => {
      if (field.current) field.current.value = '';
      const body = { name: file.name, text: await file.text() };
      const { fileId, isKnown } = await send(deskReturnsContract.read, { body });
      if (isKnown) flash('This file was read before. Nothing changed');
      navigate(deskAddress('returnFile', { params: { fileId } }));
    });
  const button = (
    <>
      <Button variant="default" loading={isPending} onClick={() => field.current?.click()}>
        {label}
      </Button>
      <input
        ref={field}
        type="file"
        hidden
        aria-label="Return file"
        onChange={({ currentTarget }) => read(currentTarget.files?.[0])}
      />
    </>
  );
  return {
    button,
    failure: failure && (
      <div className={classes['inside']}>
        <FormAlert message={failure} />
      </div>
    ),
  };
}
