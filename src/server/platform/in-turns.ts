import { setImmediate } from 'node:timers/promises';

/** So many rows are mapped in some ten milliseconds. */
const ROWS_PER_TURN = 1_000;

/** Goes through the rows of a large file in turns, between which the worker does the jobs of others. */
export async function* inTurns<T>(rows: Iterable<T>): AsyncGenerator<T[]> {
  let turn: T[] = [];
  for (const row of rows) {
    turn.push(row);
    if (turn.length < ROWS_PER_TURN) continue;
    yield turn;
    turn = [];
    await setImmediate();
  }
  yield turn;
}
