import { useState } from 'react';
import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { LINE_VERDICTS, type LineVerdict } from '../../../../shared/domain/day-sheet.ts';
import { groupedCount } from '../../../ui/figure/count.ts';
import { SearchField } from '../../../ui/form/search-field.tsx';
import { ToggleChip } from '../../../ui/form/toggle-chip.tsx';
import { HeadedCard } from '../../../ui/page/headed-card.tsx';
import { ControlTotals } from './control-totals.tsx';
import { EffectCard } from './effect-card.tsx';
import { LineGroup } from './line-group.tsx';
import type { Sheet } from './payments.api.ts';
import { PostBar } from './post-bar.tsx';
import classes from './post-day.module.css';
import { verdictName } from './verdict-names.ts';

/** What the check has found: totals first, then the effect, then the lines with the problems on top, and the way on. */
export function CheckedSheet({ sheet }: { sheet: Sheet }) {
  const [only, setOnly] = useState<LineVerdict | null>(null);
  const [search, setSearch] = useState('');
  const [through, setThrough] = useState(sheet.latestDate ? formatDate(sheet.latestDate) : '');
  const filled = sheet.counts.filter(({ lineCount }) => lineCount > 0);
  return (
    <>
      <div className={classes['cards']}>
        <ControlTotals sheet={sheet} through={through} onThrough={setThrough} />
        <EffectCard sheet={sheet} />
      </div>
      <HeadedCard
        title="Lines"
        about="problems first"
        aside={
          <SearchField
            placeholder="MID, merchant, amount"
            value={search}
            onSearch={setSearch}
            hasKey={false}
          />
        }
      >
        <div className={classes['chips']}>
          {filled.map(({ verdict, lineCount }) => (
            <ToggleChip
              key={verdict}
              label={`${verdictName(verdict, sheet.state)} ${groupedCount(lineCount)}`}
              isOn={only === verdict}
              onToggle={(isOn) => setOnly(isOn ? verdict : null)}
            />
          ))}
        </div>
        {LINE_VERDICTS.flatMap((verdict) => filled.filter((counted) => counted.verdict === verdict))
          .filter(({ verdict }) => only === null || only === verdict)
          .map((counted, place) => (
            <LineGroup
              key={counted.verdict}
              sheet={sheet}
              counted={counted}
              search={search}
              isFirst={place === 0}
            />
          ))}
      </HeadedCard>
      <PostBar sheet={sheet} through={through} />
    </>
  );
}
