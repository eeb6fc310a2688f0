import { expect, test } from 'vitest';
import { actorOf, detailsOf } from './event-words.ts';

test('DESK-60 a change shows the old and the new value, and what was not there as nothing', () => {
  const details = {
    oldRole: 'servicing',
    newRole: 'accounting',
    oldSyndicateId: '',
    newSyndicateId: '7',
    isMailed: true,
    operator: 'desk: ada@harbor.example',
    session: '6d1f',
  };
  expect(detailsOf({ details })).toEqual([
    { name: 'role', old: 'servicing', value: 'accounting' },
    { name: 'syndicate id', old: 'nothing', value: '7' },
    { name: 'mailed', value: 'true' },
  ]);
});

test('DESK-60 an event names the person, the command or system, or the portal itself', () => {
  const nobody = { user: null, userId: null, details: {} };
  expect(actorOf({ ...nobody, user: 'ada@harbor.example', userId: 4n })).toBe('ada@harbor.example');
  expect(actorOf({ ...nobody, userId: 4n })).toBe('user 4');
  expect(actorOf({ ...nobody, details: { operator: 'service token 3: crm' } })).toBe('service token 3: crm');
  expect(actorOf(nobody)).toBe('the portal');
});
