import type { PlantedFault } from '../planted-fault.ts';

const OPEN_ENDPOINTS = 'src/server/attacks/open-endpoints.test.ts';
const JOB_PAYLOADS = 'src/server/attacks/job-payloads.test.ts';
const PASSWORDS = 'src/server/features/passwords/passwords.test.ts';
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
  {
    ids: ['LOGIN-22'],
    broken: 'strangers are told how long an answer took the server',
    file: 'src/server/platform/http/metrics.ts',
    from: 'if (endpoint && isForSession(endpoint.access) && reply.statusCode < 400)',
    to: 'if (endpoint)',
    test: { file: OPEN_ENDPOINTS, title: 'LOGIN-22 no call that is open to anyone says how long it took' },
  },
  {
    ids: ['LOGIN-22'],
    broken: 'whoever asks whether a name is locked has its account looked up',
    file: 'src/server/features/auth/auth.routes.ts',
    from: 'await lockStateOf(deps, {',
    to: 'await (await import("./credentials.ts")).secondsLocked(deps, {',
    test: { file: OPEN_ENDPOINTS, title: 'LOGIN-22 without a device cookie, nobody is looked up' },
  },
  {
    ids: ['OPS-10'],
    broken: 'a job whose payload it can never use is tried again for days',
    file: 'src/server/platform/jobs/start-worker.ts',
    from: 'if (isHopeless(error)) {',
    to: 'if (isHopeless(error) && attempts > 5) {',
    test: { file: JOB_PAYLOADS, title: 'OPS-10 whatever is in the payload of a job' },
  },
  {
    ids: ['OPS-10'],
    broken: 'text that the database cannot store is taken for an address',
    file: 'src/server/platform/http/validation.ts',
    from: "if (isUnstorable(data)) return { error: new Error('Text with a zero byte or half of a character.') };",
    to: '',
    test: {
      file: 'src/server/platform/http/validation.unit.test.ts',
      title: 'OPS-10 text with a zero byte or half of a character is refused wherever it stands',
    },
  },
  {
    ids: ['PWD-03'],
    broken: 'the name of the funder or of the user can be chosen as a password',
    file: 'src/server/identity/password-policy.ts',
    from: "if (isMadeOfNames(password, names)) throw new Refusal('password_has_name');",
    to: '',
    test: { file: PASSWORDS, title: 'PWD-03 RESET-04 a password that is guessed from a list or from names' },
  },
  {
    ids: ['PWD-03'],
    broken: 'digits and look-alikes turn a common password into one that can be chosen',
    file: 'src/server/identity/guessable-passwords.ts',
    from: 'around < ENOUGH_AROUND_A_WORD &&',
    to: 'around === 0 &&',
    test: { file: PASSWORDS, title: 'PWD-03 RESET-04 a password that is guessed from a list or from names' },
  },
  {
    ids: ['LOGIN-23'],
    broken: 'the owner on a known device waits behind a flood of strangers',
    file: 'src/server/platform/fair-queue.ts',
    from: 'const next = isTurnOfOthers ? undefined : known.take();',
    to: 'const next = unknown.length() > 0 ? undefined : known.take();',
    test: { file: LOCKOUT, title: 'LOGIN-23 whoever finds the line full is told when to come again' },
  },
  {
    ids: ['LOGIN-23'],
    broken: 'one address fills the line, and everybody else is refused',
    file: 'src/server/platform/fair-queue.ts',
    from: 'if (most.length <= own + 1) throw busy();',
    to: 'if (most.length >= own) throw busy();',
    test: {
      file: 'src/server/platform/fair-queue.unit.test.ts',
      title: 'LOGIN-23 a full line refuses, and whoever has most places in it loses the last one',
    },
  },
];
