import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEAL_STATUSES, isExcludedFromBalance } from './deal-status.ts';
import { lossToDate, netRtrOf, principalToDate, statusGroupOf } from './principal.ts';
import { rate } from './rate.ts';
import { PRINCIPAL_METHODS } from './statements.ts';

const GOLDEN = { cost: 11_900_00n, partRtr: 15_300_00n };
const netRtr = netRtrOf({
  ...GOLDEN,
  managementFeePercent: rate('3'),
  isManagementFeeUpfront: false,
});

test('STMT-02 of 371.01 paid on a cost of 11,900.00 and an RTR of 15,300.00 with a fee of 3 %, 297.49 is principal and 73.52 income', () => {
  expect(netRtr).toBe(14_841_00n);
  const principal = principalToDate('proportional', { ...GOLDEN, netRtr }, 371_01n);
  expect(principal).toBe(297_49n);
  expect(371_01n - principal).toBe(73_52n);
});

test('STMT-02 by cost first everything is principal until the cost is back', () => {
  const share = { ...GOLDEN, netRtr };
  expect(principalToDate('cost_first', share, 371_01n)).toBe(371_01n);
  expect(principalToDate('cost_first', share, 11_900_00n)).toBe(11_900_00n);
  expect(principalToDate('cost_first', share, 14_841_00n)).toBe(11_900_00n);
});

test('STMT-02 a fee that was paid on the first day is not taken off the RTR again', () => {
  expect(netRtrOf({ ...GOLDEN, managementFeePercent: rate('3'), isManagementFeeUpfront: true })).toBe(
    15_300_00n,
  );
});

test('STMT-02 whatever was paid in which steps, the principal of the steps adds up to the cost of a deal that is paid in full', () => {
  const money = fc.bigInt({ min: 1n, max: 10_000_000_00n });
  fc.assert(
    fc.property(
      fc.constantFrom(...PRINCIPAL_METHODS),
      money,
      money,
      fc.array(money, { maxLength: 20 }),
      (method, cost, gain, payments) => {
        const share = { cost, netRtr: cost + gain };
        let paid = 0n;
        let sum = 0n;
        for (const amount of [...payments, share.netRtr]) {
          const before = principalToDate(method, share, paid);
          paid = paid + amount < share.netRtr ? paid + amount : share.netRtr;
          sum += principalToDate(method, share, paid) - before;
          expect(sum).toBeLessThanOrEqual(cost);
        }
        expect(sum).toBe(cost);
      },
    ),
  );
});

test('STMT-06 a deal that is closed for less than it owed has lost what of its cost has not come back', () => {
  expect(lossToDate('Write-off', 11_900_00n, 297_49n)).toBe(11_602_51n);
  expect(lossToDate('Settled', 11_900_00n, 297_49n)).toBe(11_602_51n);
  for (const status of ['Active Advance', 'Default', 'Advance Completed', 'Cancelled'] as const)
    expect(lossToDate(status, 11_900_00n, 297_49n)).toBe(0n);
});

test('STMT-01 every status that counts in the balance has a group', () => {
  for (const status of DEAL_STATUSES)
    expect(statusGroupOf(status) === null).toBe(isExcludedFromBalance(status));
});
