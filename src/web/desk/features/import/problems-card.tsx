import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DEAL_STATUSES } from '../../../../shared/domain/deal-status.ts';
import {
  FIELD_FORMATS,
  type FieldFormat,
  NEW_SYNDICATE,
  SHEET_FIELDS,
  type SheetKind,
} from '../../../../shared/domain/import-runs.ts';
import { Chip } from '../../../ui/figure/chip.tsx';
import { countOf } from '../../../ui/figure/count.ts';
import { fieldLook } from '../../../ui/form/field-look.ts';
import { HeadedCard, NothingInCard } from '../../../ui/page/headed-card.tsx';
import parts from '../../ui/page-parts.module.css';
import classes from './import.module.css';
import { isThrough, type Problem, type Run } from './imports.api.ts';
import { KIND_NAMES, nameMeant } from './run-words.ts';
import { type TypedForEach, TypeForEach } from './type-for-each.tsx';

interface Fixes {
  onMeaning: (problem: Problem, value: string, meaning: string) => void;
  /** Every value of a problem means the same. */
  onMeanings: (problem: Problem, meaning: string) => void;
  onConstant: (problem: Problem, value: string) => void;
  /** What was typed for each value, or what they share with somebody else on purpose. */
  onEach: (problem: Problem, typed: TypedForEach, isShared: boolean) => void;
  onLeaveOut: (problem: Problem, isLeftOut: boolean) => void;
}

interface ProblemsCardProps extends Fixes {
  run: Run;
  isOpen: boolean;
}

/** What is wrong, by kind, and put right once for every value. */
export function ProblemsCard({ run, isOpen, ...fixes }: ProblemsCardProps) {
  const { problems } = run;
  const rows = problems.reduce((sum, { count }) => sum + count, 0);
  return (
    <HeadedCard
      title="Problems"
      about={problems.length > 0 && `${countOf(rows, 'row')} in ${countOf(problems.length, 'kind')}`}
    >
      {problems.length === 0 && (
        <NothingInCard title={NO_PROBLEM[run.state] ?? 'Every row can be read and imported'} />
      )}
      {problems.map((problem) => (
        <ProblemItem key={problem.key} problem={problem} run={run} isOpen={isOpen} {...fixes} />
      ))}
    </HeadedCard>
  );
}

/** Before the check nothing is known of the rows. */
const NO_PROBLEM: { readonly [State in Run['state']]?: string } = {
  open: 'The rows are not checked yet',
  checking: 'The rows are being checked',
};

const labelOf = ({ kind, field }: Problem): string =>
  SHEET_FIELDS[kind as SheetKind]?.[field]?.label ?? field;

const MAX_SHOWN = 30;

/** What asks for a meaning, by how the problem is put right. */
const CHOICES: Readonly<Record<string, string>> = {
  word: 'Choose what it means',
  name: 'Choose who it is',
};

const choiceOf = ({ fix, isNamesake }: Problem): string | undefined =>
  isNamesake ? 'Choose which one it is' : CHOICES[fix ?? ''];

/** A name like an investor's is answered by itself, so that nobody is made twice by one click. */
const hasSuggestions = ({ values }: Problem): boolean =>
  values.some(({ suggested = [] }) => suggested.length > 0);

const suggestedOf = (run: Run, suggested: readonly string[] = []) =>
  suggested.flatMap((meaning) => {
    const name = nameMeant(run, meaning);
    return name === null ? [] : [{ meaning, name }];
  });

const LEFT_OUT: Readonly<Record<string, string>> = {
  brokers: 'Left out of the import. Their deals come in without a broker.',
};

function ProblemItem({
  problem,
  run,
  isOpen,
  ...fixes
}: { problem: Problem; run: Run; isOpen: boolean } & Fixes) {
  const { count, reason, fix, isNamesake, isLeftOut, outcome, values, kind } = problem;
  const choice = choiceOf(problem);
  const isBad = outcome === 'bad';
  return (
    <section
      className={parts['request']}
      aria-label={`${KIND_NAMES[kind] ?? 'File'}: ${labelOf(problem)} ${reason}`}
    >
      <div className={parts['words']}>
        <p className={parts['asked']}>
          <Chip tone={isLeftOut || !isBad ? 'closed' : 'bad'}>{countOf(count, 'row')}</Chip>{' '}
          {KIND_NAMES[kind] ?? 'File'}: {labelOf(problem)} {reason}
        </p>
        {fix === 'each' && !isLeftOut ? (
          <TypeForEach
            key={values.map(({ value, suggested }) => `${value} ${suggested}`).join()}
            label={labelOf(problem)}
            {...{ values, isOpen }}
            onSave={(typed) => fixes.onEach(problem, typed, false)}
            onShare={(typed) => fixes.onEach(problem, typed, true)}
          />
        ) : (
          <ul className={classes['values']}>
            {values.slice(0, MAX_SHOWN).map(({ value, lines, count: rows, suggested }) => (
              <li key={value} className={suggested?.length ? classes['apart'] : undefined}>
                {value !== '' && <span className={classes['sample']}>{value}</span>}
                {!isLeftOut &&
                  suggestedOf(run, suggested).map(({ meaning, name }) => (
                    <Button
                      key={meaning}
                      variant="default"
                      size="compact-sm"
                      disabled={!isOpen}
                      onClick={() => fixes.onMeaning(problem, value, meaning)}
                    >
                      Use {name}
                    </Button>
                  ))}
                {choice && !isLeftOut && (
                  <select
                    className={classes['field']}
                    aria-label={`Meaning of ${value}`}
                    disabled={!isOpen}
                    value=""
                    onChange={({ target }) => fixes.onMeaning(problem, value, target.value)}
                  >
                    <option value="">{choice}</option>
                    <Meanings problem={problem} run={run} />
                  </select>
                )}
                <span className={classes['quiet']}>
                  {rows > 1 ? countOf(rows, 'row') : `row ${lines[0]}`}
                  {rows > 1 && lines.length > 0 && `, such as ${lines.slice(0, 4).join(', ')}`}
                </span>
              </li>
            ))}
          </ul>
        )}
        {fix !== 'each' && values.length > MAX_SHOWN && (
          <p className={classes['quiet']}>and {values.length - MAX_SHOWN} more values</p>
        )}
        {fix === 'constant' && !isLeftOut && (
          <Constant
            {...constantLook(problem, run)}
            isOpen={isOpen}
            onSave={(value) => fixes.onConstant(problem, value)}
          />
        )}
        {isLeftOut && <p className={classes['quiet']}>{LEFT_OUT[kind] ?? 'Left out of the import.'}</p>}
        {!isBad && !isThrough(run) && (
          <p className={classes['quiet']}>This does not keep the import from being made.</p>
        )}
      </div>
      {isBad && isOpen && (
        <div className={parts['actions']}>
          {fix === 'name' && !isNamesake && !isLeftOut && values.length > 1 && !hasSuggestions(problem) && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => fixes.onMeanings(problem, NEW_SYNDICATE)}
            >
              All are new investors
            </Button>
          )}
          <Button variant="default" size="compact-sm" onClick={() => fixes.onLeaveOut(problem, !isLeftOut)}>
            {isLeftOut ? 'Take in again' : 'Leave out'}
          </Button>
        </div>
      )}
    </section>
  );
}

const WORDS: Readonly<Record<string, readonly (readonly [meaning: string, label: string])[]>> = {
  'deals.status': DEAL_STATUSES.map((status) => [status, status]),
  'deals.payment_frequency': [
    ['DAILY', 'Daily'],
    ['WEEKLY', 'Weekly'],
  ],
  'payments.status': [
    ['cleared', 'Cleared'],
    ['returned', 'Returned'],
  ],
};

function Meanings({ problem: { kind, field, fix, isNamesake }, run }: { problem: Problem; run: Run }) {
  if (fix === 'word')
    return (WORDS[`${kind}.${field}`] ?? []).map(([meaning, label]) => (
      <option key={meaning} value={meaning}>
        {label}
      </option>
    ));
  return (
    <>
      {!isNamesake && <option value={NEW_SYNDICATE}>A new investor</option>}
      {run.syndicates.map(({ id, name }) => (
        <option key={id.toString()} value={`#${id}`}>
          {name}
        </option>
      ))}
    </>
  );
}

const constantLook = (problem: Problem, { constants }: Run) => ({
  label: labelOf(problem),
  format: SHEET_FIELDS[problem.kind as SheetKind]?.[problem.field]?.format,
  given: constants.find(({ kind, field }) => kind === problem.kind && field === problem.field)?.value ?? '',
});

interface ConstantProps {
  label: string;
  format: FieldFormat | undefined;
  /** What was typed before; it is asked for again because it could not be read. */
  given: string;
  isOpen: boolean;
  onSave: (value: string) => void;
}

function Constant({ label, format, given, isOpen, onSave }: ConstantProps) {
  const [value, setValue] = useState(given);
  const example = format === undefined || format === 'text' ? null : FIELD_FORMATS[format];
  return (
    <form
      className={classes['constant']}
      onSubmit={(event) => {
        event.preventDefault();
        if (value.trim() !== '') onSave(value.trim());
      }}
    >
      <TextInput
        {...fieldLook}
        label={`${label} for all of them`}
        maxLength={200}
        disabled={!isOpen}
        value={value}
        placeholder={example ?? undefined}
        error={
          given !== '' && given === value && example !== null ? `Please write it like ${example}.` : null
        }
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={!isOpen}>
        Use it
      </Button>
    </form>
  );
}
