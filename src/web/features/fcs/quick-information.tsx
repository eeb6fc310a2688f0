import { type CalendarDate, calendarDate, formatMonth } from '../../../shared/domain/calendar-date.ts';
import { formatPercent, formatRate } from '../../../shared/domain/rate.ts';
import {
  type TimeInBusinessTone,
  timeInBusinessTone,
  yearsInBusiness,
} from '../../../shared/domain/time-in-business.ts';
import { Chip } from '../../ui/figure/chip.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Deal, type QuickFacts, useQuickFacts } from './fcs.api.ts';
import classes from './quick-information.module.css';
import { SheetSection } from './sheet-section.tsx';

interface QuickInformationProps {
  deal: Deal | undefined;
}

export function QuickInformation({ deal }: QuickInformationProps) {
  const facts = useQuickFacts(deal);
  return (
    <SheetSection
      title="Quick Information"
      queries={[facts]}
      failure="The company did not load"
      skeleton={<FactsSkeleton />}
    >
      {() => facts.data && <Facts facts={facts.data} />}
    </SheetSection>
  );
}

interface FactsProps {
  facts: QuickFacts;
}

function Facts({ facts: { company, addresses, owners } }: FactsProps) {
  return (
    <dl className={classes['facts']}>
      <div>
        <dt>Company name</dt>
        <dd>{company.name}</dd>
      </div>
      <div>
        <dt>DBA</dt>
        <dd>{company.dba ?? 'None'}</dd>
      </div>
      <div>
        <dt>Industry</dt>
        <dd>{company.industry}</dd>
      </div>
      <div>
        <dt>Start date</dt>
        <dd>{formatMonth(company.startedMonth)}</dd>
      </div>
      <div>
        <dt>Time in business</dt>
        <dd>
          <TimeInBusiness startedMonth={company.startedMonth} />
        </dd>
      </div>
      {addresses.map(({ id, kind, street, city, state, zip }) => (
        <div key={id}>
          <dt>{kind} address</dt>
          <dd>
            {street}
            <br />
            {city}, {state} {zip}
          </dd>
        </div>
      ))}
      {owners.map(({ id, firstName, lastName, creditScore, ownershipPercent }) => (
        <div key={id}>
          <dt>Merchant</dt>
          <dd>
            {firstName} {lastName}
            <span className={classes['beside']}>Credit score {creditScore ?? 'not on file'}</span>
            <span className={classes['beside']}>Ownership {formatPercent(ownershipPercent)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const TONE_WORDS: Readonly<Record<TimeInBusinessTone, string>> = {
  bad: 'under 1 year',
  watch: '1 to 3 years',
  good: 'over 3 years',
};

interface TimeInBusinessProps {
  startedMonth: CalendarDate;
}

function TimeInBusiness({ startedMonth }: TimeInBusinessProps) {
  const years = yearsInBusiness(startedMonth, todayHere());
  const tone = timeInBusinessTone(years);
  return (
    <>
      <Chip tone={tone}>{formatRate(years, 1)} years</Chip>
      <span className={classes['words']}>{TONE_WORDS[tone]}</span>
    </>
  );
}

/** Today in the reader's own time zone. */
function todayHere(): CalendarDate {
  const now = new Date();
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return calendarDate(`${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`);
}

/** The lines of each fact: five of one line, an address, two merchants. What comes below must not move. */
const SKELETON = [[22], [16], [12], [7], [16], [24, 20], [20, 15, 17], [18, 15, 17]];

function FactsSkeleton() {
  return (
    <dl className={classes['facts']}>
      {SKELETON.map((lines) => (
        <div key={lines.join()}>
          <dt>
            <Skeleton characters={12} />
          </dt>
          {lines.map((characters) => (
            <dd key={characters}>
              <Skeleton characters={characters} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
