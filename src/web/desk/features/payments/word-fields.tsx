import { wordKey } from '../../../../shared/domain/cell-values.ts';
import type { SheetMapping } from '../../../../shared/domain/sheet-mapping.ts';
import parts from '../../ui/page-parts.module.css';
import classes from './post-day.module.css';

interface WordFieldsProps {
  mapping: SheetMapping;
  samplesOf: (column: string) => readonly string[];
  onChange: (mapping: SheetMapping) => void;
}

/** What each word of the result's column means. */
export function WordFields({ mapping, samplesOf, onChange }: WordFieldsProps) {
  const source = mapping['result'];
  if (source?.from !== 'column') return null;
  const known = Object.entries(source.words ?? {});
  const say = (word: string, meaning: string) => {
    const others = known.filter(([other]) => wordKey(other) !== wordKey(word));
    const words = Object.fromEntries(meaning === '' ? others : [...others, [word, meaning]]);
    onChange({ ...mapping, result: { ...source, words } });
  };
  return (
    <div className={classes['fields']}>
      {samplesOf(source.column).map((word) => (
        <label key={word} className={parts['select']}>
          “{word}” means
          <select
            value={known.find(([other]) => wordKey(other) === wordKey(word))?.[1] ?? ''}
            onChange={({ currentTarget }) => say(word, currentTarget.value)}
          >
            <option value="">Not said yet: such lines are refused</option>
            <option value="cleared">Cleared</option>
            <option value="returned">Returned</option>
          </select>
        </label>
      ))}
    </div>
  );
}
