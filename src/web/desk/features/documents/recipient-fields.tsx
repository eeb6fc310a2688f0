import { useState } from 'react';
import { countOf } from '../../../ui/figure/count.ts';
import parts from '../../ui/page-parts.module.css';
import type { Recipient } from './documents.api.ts';
import classes from './send.module.css';
import type { TypedDocument } from './typed-document.ts';

interface RecipientFieldsProps {
  typed: TypedDocument;
  recipients: readonly Recipient[];
  onChange: (change: Partial<TypedDocument>) => void;
}

const NOBODY = '';
const ALL = 'all';
const SEVERAL = 'several';

/** One syndicate, several or all. */
export function RecipientFields({ typed, recipients, onChange }: RecipientFieldsProps) {
  const { to, syndicateIds } = typed;
  const [isSeveral, setIsSeveral] = useState(syndicateIds.length > 1);
  const value = to === 'all' ? ALL : isSeveral ? SEVERAL : (syndicateIds[0] ?? NOBODY);
  const pick = (picked: string) => {
    setIsSeveral(picked === SEVERAL);
    if (picked === ALL) return onChange({ to: 'all' });
    if (picked === SEVERAL) return onChange({ to: 'some' });
    return onChange({ to: 'some', syndicateIds: picked === NOBODY ? [] : [picked] });
  };
  const choose = (id: string, isChosen: boolean) =>
    onChange({
      syndicateIds: isChosen ? [...syndicateIds, id] : syndicateIds.filter((known) => known !== id),
    });
  return (
    <>
      <label className={parts['select']}>
        Send to
        <select value={value} onChange={({ target }) => pick(target.value)}>
          <option value={NOBODY}>Choose who gets it</option>
          <option value={ALL}>All syndicates</option>
          <option value={SEVERAL}>Several syndicates…</option>
          {recipients.map(({ id, name, abbreviation }) => (
            <option key={id.toString()} value={id.toString()}>
              {name} ({abbreviation})
            </option>
          ))}
        </select>
      </label>
      {value === SEVERAL && (
        <fieldset className={`${parts['group']} ${classes['several']}`}>
          <legend className={parts['legend']}>{countOf(syndicateIds.length, 'syndicate')} chosen</legend>
          {recipients.map(({ id, name, abbreviation }) => (
            <label key={id.toString()} className={parts['choice']}>
              <input
                type="checkbox"
                checked={syndicateIds.includes(id.toString())}
                onChange={({ currentTarget }) => choose(id.toString(), currentTarget.checked)}
              />
              {name} ({abbreviation})
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}
