import type { Replayed } from './replay.ts';

/** A readable table of the results: outcome, status, call and remarks. */
export const replayTable = (replayed: readonly Replayed[]): string =>
  [
    '| outcome | status | method | path | with |',
    '|---|---|---|---|---|',
    ...replayed.map((one) => `| ${cellsOf(one).join(' | ')} |`),
  ].join('\n');

function cellsOf({ step, answer, outcome, missing }: Replayed): string[] {
  const [method = '', ...path] = step.call.split(' ');
  const remarks = [
    step.ours && `ours: ${step.ours.join(', ')}`,
    step.instead && `instead: ${step.instead}`,
    missing.length > 0 && `lacks ${missing.join(', ')}`,
    outcome === 'failed' && JSON.stringify(answer?.body),
  ];
  return [outcome, String(answer?.status ?? '—'), method, path.join(' '), remarks.filter(Boolean).join('; ')];
}
