import { expect, test } from 'vitest';
import { isStateCode, stateName, US_STATES } from './us-states.ts';

test('PROFILE-02 there are 50 states and the District of Columbia, each once, in the order of their names', () => {
  expect(US_STATES).toHaveLength(51);
  const names = US_STATES.map(({ name }) => name);
  expect(new Set(names).size).toBe(51);
  expect(names).toEqual(names.toSorted());
  for (const { code } of US_STATES) expect(code).toMatch(/^[A-Z]{2}$/);
});

test('PROFILE-02 the states that are often misspelt are spelt right', () => {
  expect(['CT', 'DC', 'HI', 'IL', 'MA', 'MN', 'MS', 'NH', 'PA', 'TN'].map(stateName)).toEqual([
    'Connecticut',
    'District of Columbia',
    'Hawaii',
    'Illinois',
    'Massachusetts',
    'Minnesota',
    'Mississippi',
    'New Hampshire',
    'Pennsylvania',
    'Tennessee',
  ]);
});

test('PROFILE-02 nothing else is a state', () => {
  expect(['PR', 'ny', 'XX', '', 'toString'].filter(isStateCode)).toEqual([]);
});
