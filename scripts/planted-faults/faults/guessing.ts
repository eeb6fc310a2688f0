import type { PlantedFault } from '../planted-fault.ts';

const LOCKOUT = 'src/server/features/auth/lockout.test.ts';

export const guessingFaults: readonly PlantedFault[] = [
  {
    ids: ['LOGIN-21'],
    broken: 'a hundred guesses of strangers lock the owner out of a device that signed in before',
    file: 'src/server/identity/sign-in-throttle.ts',
    from: 'const ceilings = visit.knownDevice\n',
    to: 'const ceilings = visit.knownDevice && visit.userId === undefined\n',
    test: { file: LOCKOUT, title: 'LOGIN-05 LOGIN-21 a hundred failures from everywhere close the account' },
  },
];
