import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import { FILE_EXTENSIONS } from '../../../shared/domain/offer-files.ts';
import { InlineError } from '../../ui/message/inline-error.tsx';
import { Card } from '../../ui/page/card.tsx';
import { type OfferLink, useFileCategories } from './offer.api.ts';
import classes from './offer-documents.module.css';
import { OfferFileRow } from './offer-file-row.tsx';
import type { useOfferFiles } from './use-offer-files.ts';

interface OfferDocumentsProps {
  link: OfferLink;
  files: ReturnType<typeof useOfferFiles>;
}

/** By file name, because the type that a phone reports is not reliable, and the server checks the content anyway. */
const ACCEPTED = { 'application/octet-stream': FILE_EXTENSIONS.map((extension) => `.${extension}`) };

export function OfferDocuments({ link, files }: OfferDocumentsProps) {
  const categories = useFileCategories(link);
  return (
    <Card title="Documents">
      <Dropzone
        accept={ACCEPTED}
        // Accepted and rejected files are handled together below; two handlers would overwrite each other's messages.
        onDrop={() => undefined}
        onDropAny={(chosen, rejected) =>
          files.add(
            chosen,
            rejected.map(({ file }) => file),
          )
        }
        className={classes['zone'] ?? ''}
        inputProps={{ 'aria-label': 'Choose files' }}
        aria-label="Drop files here or choose files"
      >
        <p className={classes['ask']}>
          Drop files here or <strong>choose files</strong>
        </p>
        <p className={classes['limits']}>PDF, JPG, PNG, GIF, Word or Excel, up to 20 MB each</p>
      </Dropzone>
      <div role="alert">
        {files.problems.map((problem) => (
          <p key={problem} className={classes['problem']}>
            {problem}
          </p>
        ))}
      </div>
      {categories.isError && (
        <InlineError
          title="The file categories did not load"
          error={categories.error}
          onRetry={() => categories.refetch()}
          isRetrying={categories.isFetching}
        />
      )}
      {files.files.length > 0 && (
        <ul className={classes['list']}>
          {files.files.map((file) => (
            <OfferFileRow key={file.key} file={file} categories={categories.data ?? []} actions={files} />
          ))}
        </ul>
      )}
    </Card>
  );
}
