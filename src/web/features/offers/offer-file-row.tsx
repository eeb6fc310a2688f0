import { IconPhoto, IconRefresh, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { FILE_REFUSALS, formatFileSize } from '../../../shared/domain/offer-files.ts';
import { Chip } from '../../ui/figure/chip.tsx';
import { useRestoredFocus } from '../../ui/use-restored-focus.ts';
import type { FileCategory } from './offer.api.ts';
import { kindOf, type OfferFile } from './offer-file.ts';
import classes from './offer-file-row.module.css';
import type { useOfferFiles } from './use-offer-files.ts';

interface OfferFileRowProps {
  file: OfferFile;
  categories: readonly FileCategory[];
  actions: Pick<ReturnType<typeof useOfferFiles>, 'remove' | 'retry' | 'categorize'>;
}

export function OfferFileRow({ file, categories, actions }: OfferFileRowProps) {
  const errorId = useId();
  const { stage } = file;
  const row = useRestoredFocus<HTMLLIElement>(stage.kind);
  return (
    <li ref={row} className={classes['row']}>
      <Preview file={file} />
      <div className={classes['words']}>
        <p className={classes['name']}>{file.name}</p>
        {file.bytes === null && (
          <p className={classes['facts']}>
            {categories.find(({ id }) => id === file.categoryId)?.name} · {formatFileSize(file.size)}
          </p>
        )}
        {stage.kind === 'uploading' && (
          <progress
            className={classes['progress']}
            value={stage.part}
            aria-label={`Uploading ${file.name}`}
          />
        )}
      </div>
      {file.bytes !== null && (
        <div className={classes['choice']}>
          <select
            className={classes['category']}
            aria-label={`Category of ${file.name}`}
            aria-invalid={file.isCategoryMissing}
            aria-describedby={file.isCategoryMissing ? errorId : undefined}
            data-missing={file.isCategoryMissing || undefined}
            value={file.categoryId === null ? '' : String(file.categoryId)}
            onChange={(event) => actions.categorize(file, BigInt(event.currentTarget.value))}
          >
            <option value="" disabled>
              Choose a category
            </option>
            {categories.map(({ id, name }) => (
              <option key={String(id)} value={String(id)}>
                {name}
              </option>
            ))}
          </select>
          <span className={classes['facts']}>{formatFileSize(file.size)}</span>
        </div>
      )}
      <div className={classes['state']}>
        <Stage file={file} />
        {stage.kind === 'failed' && (
          <button
            type="button"
            className={classes['action']}
            aria-label={`Try ${file.name} again`}
            onClick={() => actions.retry(file)}
          >
            <IconRefresh size={18} stroke={1.75} aria-hidden="true" />
          </button>
        )}
        <button
          type="button"
          className={classes['action']}
          aria-label={stage.kind === 'uploading' ? `Stop uploading ${file.name}` : `Remove ${file.name}`}
          onClick={() => actions.remove(file)}
        >
          <IconX size={18} stroke={1.75} aria-hidden="true" />
        </button>
      </div>
      <div role="alert" className={classes['problems']}>
        {file.isCategoryMissing && <p id={errorId}>File Category is required</p>}
        {stage.kind === 'refused' && <p>{FILE_REFUSALS[stage.refusal]} It will not be sent.</p>}
        {stage.kind === 'failed' && <p>{stage.message}</p>}
      </div>
    </li>
  );
}

function Preview({ file }: { file: OfferFile }) {
  if (file.previewUrl) {
    return <img className={classes['preview']} src={file.previewUrl} alt={`Preview of ${file.name}`} />;
  }
  const kind = kindOf(file);
  return (
    <span className={classes['preview']} aria-hidden="true">
      {/^(JPE?G|PNG|GIF)$/.test(kind) ? <IconPhoto size={20} stroke={1.75} /> : kind}
    </span>
  );
}

function Stage({ file: { stage } }: { file: OfferFile }) {
  switch (stage.kind) {
    case 'uploading':
      return <span className={classes['percent']}>{Math.round(stage.part * 100)}%</span>;
    case 'checking':
      return <Chip tone="watch">Scanning</Chip>;
    case 'clean':
      return <Chip tone="good">Scanned</Chip>;
    case 'refused':
      return <Chip tone="bad">Refused</Chip>;
    case 'failed':
      return <Chip tone="bad">Not sent</Chip>;
    case 'picked':
      return null;
  }
}
