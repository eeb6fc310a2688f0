import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Endpoint, isForSession, isReading } from '../../shared/contract/endpoint.ts';
import { ASKS_FOR_ALL, MATRIX, type Matrix, openMatrix } from './matrix.ts';
import { PEOPLE } from './people.ts';
import { isLetIn } from './reach.ts';

let matrix: Matrix;
beforeAll(async () => {
  matrix = await openMatrix();
});
afterAll(() => matrix.close());

const GUESTS = [...PEOPLE].filter(([, { kind }]) => kind === 'guest');
const REFUSED = [401, 403, 404];

/** In CI one guest, with every part, asks for what is open to none of them; `npm run prove matrix` asks as all of them. */
const whoAskFor = ({ access, guests }: Endpoint) =>
  ASKS_FOR_ALL || access === 'guest' || guests
    ? GUESTS
    : GUESTS.filter(([caller]) => caller === 'a guest for everything');

/** The last digits of an account as the portal shows them, alone or masked. The same digits may stand in any id, time or PDF. */
const TELLS_OF_BANK = /["•*] ?(6789|0021)"|account_number":"/;

/** By the contract: the matrix says it once more, and independently. */
const isDeclared = ({ access, guests }: Endpoint, parts: readonly string[]): boolean =>
  access === 'guest' || guests === 'own account' || (guests !== undefined && parts.includes(guests));

test('GUEST-02 security rule: a guest reaches exactly what the contract declares, of that only with the part, and nothing of a bank account', async () => {
  const wrong: string[] = [];
  let count = 0;
  for (const { name, endpoint, row } of MATRIX.filter((each) => isForSession(each.endpoint.access)))
    for (const [caller, person] of whoAskFor(endpoint)) {
      const { status, text } = await matrix.ask(endpoint, row, caller, 'own');
      const isReached = !REFUSED.includes(status) || text.includes('"code":"second_factor_wrong"');
      const isExpected = isLetIn(person) && isDeclared(endpoint, person.parts ?? []);
      if (isReached !== isExpected) wrong.push(`${name} as ${caller}: ${status} ${text.slice(0, 100)}`);
      if (TELLS_OF_BANK.test(text)) wrong.push(`${name} tells ${caller} of a bank account`);
      count += 1;
    }
  process.stdout.write(`${count} requests of ${GUESTS.length} kinds of guests\n`);
  expect(count).toBeGreaterThan(MATRIX.length / 2);
  expect(wrong).toEqual([]);
});

test('GUEST-02 what is open to guests by a part only reads', () => {
  const changing = MATRIX.filter(
    ({ endpoint }) =>
      endpoint.guests !== undefined && endpoint.guests !== 'own account' && !isReading(endpoint),
  );
  expect(changing.map(({ name }) => name)).toEqual([]);
});
