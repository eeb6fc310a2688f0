import { Button } from '@mantine/core';
import {
  NEW_SYNDICATE,
  SHARED_ADDRESS,
  SHEET_FIELDS,
  type SheetKind,
} from '../../../../shared/domain/import-runs.ts';
import { HeadedCard } from '../../../ui/page/headed-card.tsx';
import tableClasses from '../../ui/desk-table.module.css';
import classes from './import.module.css';
import type { Plan, Run } from './imports.api.ts';
import { KIND_NAMES, nameMeant } from './run-words.ts';

const MAX_SHOWN = 100;

interface Answer {
  kind: SheetKind;
  field: string;
  /** What the file has; null for one value for all rows. */
  value: string | null;
  meaning: string;
  /** What is said without it. */
  without: Partial<Plan>;
}

/** What was said of these files, so that whoever confirms the import sees it, also where an earlier import said it. */
export function AnswersCard({
  run,
  isOpen,
  onTakeBack,
}: {
  run: Run;
  isOpen: boolean;
  onTakeBack: (without: Partial<Plan>) => void;
}) {
  const answers = answersOf(run);
  if (answers.length === 0) return null;
  return (
    <HeadedCard title="Answers" about="Given here, or in an earlier import with the same columns.">
      <div className={tableClasses['scroll']}>
        <table className={tableClasses['table']} aria-label="Answers">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">In the file</th>
              <th scope="col">Means</th>
            </tr>
          </thead>
          <tbody>
            {answers.slice(0, MAX_SHOWN).map((answer) => (
              <tr key={`${answer.kind} ${answer.field} ${answer.value}`}>
                <td>
                  <b>{SHEET_FIELDS[answer.kind]?.[answer.field]?.label ?? 'Address'}</b>
                  <span className={tableClasses['below']}>{KIND_NAMES[answer.kind] ?? answer.kind}</span>
                </td>
                <td data-name="In the file">{answer.value ?? 'Every row'}</td>
                <td data-name="Means">
                  <span className={classes['answer']}>
                    {meaningWords(run, answer)}
                    {isOpen && (
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={`Take back ${answer.value ?? answer.meaning}`}
                        onClick={() => onTakeBack(answer.without)}
                      >
                        Take back
                      </Button>
                    )}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {answers.length > MAX_SHOWN && (
        <p className={classes['more']}>and {(answers.length - MAX_SHOWN).toLocaleString('en-US')} more</p>
      )}
    </HeadedCard>
  );
}

const answersOf = ({ constants, meanings }: Run): Answer[] => [
  ...constants.map((constant) => ({
    ...{ kind: constant.kind, field: constant.field, value: null, meaning: constant.value },
    without: { constants: constants.filter((other) => other !== constant) },
  })),
  ...meanings.map((told) => ({
    ...{ kind: told.kind, field: told.field, value: told.value, meaning: told.meaning },
    without: { meanings: meanings.filter((other) => other !== told) },
  })),
];

function meaningWords(run: Run, { field, meaning }: Answer): string {
  if (meaning === NEW_SYNDICATE) return 'A new investor';
  if (field === SHARED_ADDRESS) return `${meaning}, shared on purpose`;
  return nameMeant(run, meaning) ?? meaning;
}
