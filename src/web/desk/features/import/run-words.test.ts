import { expect, test } from 'vitest';
import { isHalfUndone, stateWords } from './run-words.ts';

test('IMPORT-21 an import is shown as half undone while what it added is taken out and its changes are not', () => {
  const takenOutAt = '2026-11-16T15:00:00Z';
  expect(stateWords({ state: 'done', takenOutAt }).name).toBe('Half undone');
  expect(stateWords({ state: 'done', takenOutAt: null }).name).toBe('Imported');
  expect(stateWords({ state: 'undoing', takenOutAt }).name).toBe('Being undone');
  expect(stateWords({ state: 'undone', takenOutAt }).name).toBe('Undone');
  expect(isHalfUndone({ state: 'undone', takenOutAt })).toBe(false);
});
