import { useId, useState } from 'react';
import { isOver, partOf } from '../../../shared/domain/exposure.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import { formatPercent, rateFromUnits } from '../../../shared/domain/rate.ts';
import { Chip } from '../../ui/figure/chip.tsx';
import { countOf } from '../../ui/figure/count.ts';
import { TextButton } from '../../ui/text-button.tsx';
import classes from './concentration-card.module.css';
import { groupName, KIND_NAMES } from './exposure-words.ts';
import type { Exposure } from './insights.api.ts';
import { useIsWholePage } from './whole-page.ts';

/** More would push the other cards out of sight. */
const FIRST_GROUPS = 5;

interface ExposureBarsProps {
  exposure: Exposure;
  whole: bigint;
  /** Whether it has the room to itself. */
  showsAllFirst: boolean;
}

/** The largest groups of one kind as bars, and all others as the last. Over a limit is said in words, too. */
export function ExposureBars({ exposure, whole, showsAllFirst }: ExposureBarsProps) {
  const titleId = useId();
  const [isUnfolded, setIsUnfolded] = useState(showsAllFirst);
  const showsAll = useIsWholePage() || isUnfolded;
  const { kind, groups, others, limitPercent } = exposure;
  const limit = limitPercent === null ? null : Math.round(Number(limitPercent.toString()) * 100);
  const shown = showsAll ? groups : groups.slice(0, FIRST_GROUPS);
  const hidden = groups.slice(shown.length);
  const rest = {
    groupCount: hidden.length + others.groupCount,
    balance: hidden.reduce((sum, { balance }) => sum + balance, others.balance),
    dealCount: hidden.reduce((sum, { dealCount }) => sum + dealCount, others.dealCount),
  };
  const percent = limitPercent && formatPercent(limitPercent, limitPercent.eq(limitPercent.round(0)) ? 0 : 2);
  return (
    <section className={classes['kind']} aria-labelledby={titleId}>
      <div className={classes['kindHead']}>
        <h3 id={titleId} className={classes['kindTitle']}>
          {KIND_NAMES[kind]}
        </h3>
        {percent !== null && <p className={classes['limitWords']}>limit {percent} each</p>}
      </div>
      <ul className={classes['groups']}>
        {shown.map(({ name, balance, dealCount }) => {
          const over = limit !== null && isOver(balance, whole, limit);
          return (
            <Group
              key={`${name} ${balance}`}
              name={groupName(kind, name)}
              balance={balance}
              dealCount={dealCount}
              whole={whole}
              limit={limit}
              over={over ? `over ${percent}` : null}
            />
          );
        })}
        {rest.groupCount > 0 && (
          <Group
            name={countOf(rest.groupCount, 'other')}
            balance={rest.balance}
            dealCount={rest.dealCount}
            whole={whole}
            limit={null}
            over={null}
          />
        )}
      </ul>
      {groups.length > FIRST_GROUPS && (
        <p className={classes['more']}>
          <TextButton onClick={() => setIsUnfolded(!isUnfolded)} aria-expanded={showsAll}>
            {showsAll ? 'Show fewer' : `Show ${groups.length - FIRST_GROUPS} more`}
          </TextButton>
        </p>
      )}
    </section>
  );
}

interface GroupProps {
  name: string;
  balance: bigint;
  dealCount: number;
  whole: bigint;
  /** In hundredths of a percent. */
  limit: number | null;
  over: string | null;
}

function Group({ name, balance, dealCount, whole, limit, over }: GroupProps) {
  const part = partOf(balance, whole);
  return (
    <li className={classes['group']} data-over={over !== null || undefined}>
      <span className={classes['name']} title={name}>
        {name}
      </span>
      {over !== null && <Chip tone="watch">{over}</Chip>}
      <span className={classes['part']}>{formatPercent(rateFromUnits(BigInt(part), 2), 1)}</span>
      <span className={classes['bar']} aria-hidden="true">
        <span className={classes['filled']} style={{ width: `${Math.min(100, Math.max(0, part / 100))}%` }} />
        {limit !== null && <span className={classes['mark']} style={{ left: `${limit / 100}%` }} />}
      </span>
      <span className={classes['amounts']}>
        {formatMoney(balance)} in {countOf(dealCount, 'deal')}
      </span>
    </li>
  );
}
