import type { CalendarDate } from '../../../../shared/domain/calendar-date.ts';
import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ageOf } from '../../ui/times.ts';
import type { Health } from './board.api.ts';
import classes from './health-line.module.css';

type State = 'good' | 'watch' | 'bad';

interface Fact {
  name: string;
  state: State;
  words: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A backup is made every night. */
const OLD_BACKUP_MS = 26 * HOUR_MS;
const LOST_BACKUP_MS = 50 * HOUR_MS;
const CERTIFICATE_SOON_DAYS = 21;
const CERTIFICATE_LATE_DAYS = 7;

export function factsOf({ parts, backupAt, certificateEndsAt, version }: Health, now: Date): Fact[] {
  const down = parts.filter(({ isUp }) => !isUp);
  return [
    down.length === 0
      ? { name: 'System', state: 'good', words: `All ${parts.length} parts well` }
      : { name: 'System', state: 'bad', words: `Not working: ${down.map(({ name }) => name).join(', ')}` },
    factOfBackup(backupAt, now),
    ...(certificateEndsAt === null ? [] : [factOfCertificate(new Date(certificateEndsAt), now)]),
    { name: 'Version', state: 'good', words: version },
  ];
}

function factOfBackup(backupAt: string | null, now: Date): Fact {
  const name = 'Backup';
  if (backupAt === null) return { name, state: 'watch', words: 'none is known' };
  const age = now.getTime() - Date.parse(backupAt);
  const state = age > LOST_BACKUP_MS ? 'bad' : age > OLD_BACKUP_MS ? 'watch' : 'good';
  return { name, state, words: `${ageOf(new Date(backupAt), now)} old` };
}

function factOfCertificate(endsAt: Date, now: Date): Fact {
  const days = Math.floor((endsAt.getTime() - now.getTime()) / DAY_MS);
  const day = formatDate(endsAt.toISOString().slice(0, 10) as CalendarDate);
  const state = days < CERTIFICATE_LATE_DAYS ? 'bad' : days < CERTIFICATE_SOON_DAYS ? 'watch' : 'good';
  return { name: 'Certificate', state, words: `valid until ${day}, ${days} days` };
}

const STATE_WORDS = { good: 'well', watch: 'needs a look', bad: 'failing' };

interface HealthLineProps {
  facts: readonly Fact[] | undefined;
}

/** Whether the portal itself works, in one line. */
export const HealthLine = ({ facts }: HealthLineProps) => (
  <section className={classes['line']} aria-label="Health" aria-busy={!facts}>
    <dl className={classes['facts']}>
      {facts?.map(({ name, state, words }) => (
        <div key={name} className={classes['fact']} data-state={state}>
          <dt>{name}</dt>
          <dd>
            <span className={classes['dot']} data-state={state} role="img" aria-label={STATE_WORDS[state]} />
            {words}
          </dd>
        </div>
      )) ??
        ['System', 'Backup', 'Version'].map((name) => (
          <div key={name} className={classes['fact']}>
            <dt>{name}</dt>
            <dd>
              <Skeleton characters={14} />
            </dd>
          </div>
        ))}
    </dl>
  </section>
);
