import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { periodName } from '../../../shared/domain/statement-words.ts';
import { formatDay } from '../../lib/moment.ts';
import { Chip } from '../figure/chip.tsx';
import { Skeleton } from '../skeleton.tsx';
import { type StatementCalls, StatementFiles } from './statement-files.tsx';
import classes from './statement-rows.module.css';
import type { ListedStatement, StatementYear } from './years-of.ts';

interface StatementRowsProps {
  year: StatementYear;
  syndicateId: bigint;
  calls: StatementCalls;
}

/** The statements of a year, each as PDF and as spreadsheet. A corrected one opens to what changed, why, and the versions before it. */
export const StatementRows = ({ year, syndicateId, calls }: StatementRowsProps) => (
  <ul className={classes['list']} aria-label={`Statements of ${year.year}`}>
    {year.periods.map(({ newest, earlier }) => (
      <li key={`${newest.statementId}`} className={classes['row']} data-kind={newest.kind}>
        <div className={classes['words']}>
          <p className={classes['name']}>
            {periodName(newest)}
            {newest.version > 1 && <Chip tone="watch">Corrected</Chip>}
          </p>
          <p className={classes['about']}>{aboutOf(newest)}</p>
        </div>
        <StatementFiles
          name={periodName(newest)}
          syndicateId={syndicateId}
          statementId={newest.statementId}
          calls={calls}
        />
        {newest.version > 1 && (
          <details className={classes['details']}>
            <summary className={classes['summary']}>
              <IconChevronRight className={classes['arrow']} size={15} stroke={2} aria-hidden="true" />
              What changed and why
            </summary>
            {[newest, ...earlier].map((statement) => (
              <Version
                key={`${statement.statementId}`}
                statement={statement}
                files={
                  statement !== newest && (
                    <StatementFiles
                      name={`${periodName(statement)}, version ${statement.version}`}
                      syndicateId={syndicateId}
                      statementId={statement.statementId}
                      calls={calls}
                    />
                  )
                }
              />
            ))}
          </details>
        )}
      </li>
    ))}
  </ul>
);

const aboutOf = ({ number, version, madeAt }: ListedStatement): string =>
  `${number}${version > 1 ? `, version ${version}` : ''} · made ${formatDay(madeAt)}`;

interface VersionProps {
  statement: ListedStatement;
  files: ReactNode;
}

const Version = ({ statement: { version, madeAt, reason, changes }, files }: VersionProps) => (
  <div className={classes['version']}>
    <div className={classes['versionHead']}>
      <p className={classes['versionName']}>
        Version {version} <span className={classes['about']}>made {formatDay(madeAt)}</span>
      </p>
      {files}
    </div>
    {reason !== '' && <p className={classes['reason']}>{reason}</p>}
    {changes.length > 0 && (
      <table className={classes['changes']}>
        <thead>
          <tr>
            <th scope="col">What changed</th>
            <th scope="col">Before</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ what, before, after }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td data-words={isWords(before) || undefined}>{before}</td>
              <td data-words={isWords(after) || undefined}>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </div>
);

/** An amount stays on one line; what a change quotes in words may take several. */
const isWords = (text: string): boolean => text.length > 18;

const ROWS = ['one', 'two', 'three', 'four'];

/** Holds the place of a year's statements until they are known. */
export const StatementRowsSkeleton = () => (
  <ul className={classes['list']} aria-hidden="true">
    {ROWS.map((row) => (
      <li key={row} className={classes['row']}>
        <div className={classes['words']}>
          <p className={classes['name']}>
            <Skeleton characters={14} />
          </p>
          <p className={classes['about']}>
            <Skeleton characters={30} />
          </p>
        </div>
      </li>
    ))}
  </ul>
);
