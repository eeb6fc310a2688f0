import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cents, parseMoney, percentOf, sumMoney } from './money.ts';
import { type PayoutLine, reverseLine, type SplitParticipant, splitPayment } from './payout-split.ts';
import { rate, rateFromUnits } from './rate.ts';

const participant = (overrides: Partial<SplitParticipant<number>> = {}): SplitParticipant<number> => ({
  participationId: 1,
  sharePercent: rate('10'),
  managementFeePercent: rate('4'),
  isManagementFeeUpfront: false,
  anticipatedReturn: parseMoney('8,400'),
  grossPosted: 0n,
  feePosted: 0n,
  ...overrides,
});

test('CALC-06 golden example: 70.00 gross, 2.80 fee, 67.20 net a day', () => {
  const lines = splitPayment({ payment: parseMoney('700'), isFinal: false, participants: [participant()] });
  expect(lines).toEqual([{ participationId: 1, gross: 70_00n, managementFee: 2_80n, netPay: 67_20n }]);
});

test('CALC-06 golden example: 120 payments make 8,400 gross, 336 fee, 8,064 net', () => {
  expect(totals(repay(participant(), Array(120).fill(700_00n)))).toEqual({
    gross: parseMoney('8,400'),
    managementFee: parseMoney('336'),
    netPay: parseMoney('8,064'),
  });
});

test('CALC-06 a fee taken upfront is not taken again', () => {
  const upfront = participant({ isManagementFeeUpfront: true });
  const lines = repay(upfront, Array(120).fill(700_00n));
  expect(totals(lines)).toEqual({ gross: 8_400_00n, managementFee: 0n, netPay: 8_400_00n });
});

test('CALC-06 84,000 over 130 days at 7.5 %: the last payment carries 20 cents', () => {
  const investor = participant({ sharePercent: rate('7.5'), anticipatedReturn: parseMoney('6,300') });
  const payments: Cents[] = [...Array(129).fill(646_15n), parseMoney('646.65')];
  const everyDay = splitPayment({ payment: 646_15n, isFinal: false, participants: [investor] });
  expect(sumMoney(everyDay.map((line) => line.gross)) * 130n).toBe(parseMoney('6,299.80'));

  const lines = repay(investor, payments);
  expect(lines.at(-1)?.gross).toBe(parseMoney('48.66'));
  expect(totals(lines)).toEqual({
    gross: parseMoney('6,300'),
    managementFee: parseMoney('252'),
    netPay: parseMoney('6,048'),
  });
});

test('CALC-06 a final payment that the bank returns and that clears again still adds up', () => {
  const investor = participant({ sharePercent: rate('7.5'), anticipatedReturn: parseMoney('6,300') });
  const lines = repay(investor, [...Array(129).fill(646_15n), parseMoney('646.65')]);
  const returned = lines.slice(-1).map(reverseLine);
  const posted = totals([...lines, ...returned]);
  const again = splitPayment({
    payment: parseMoney('646.65'),
    isFinal: true,
    participants: [{ ...investor, grossPosted: posted.gross, feePosted: posted.managementFee }],
  });
  expect(again).toEqual(lines.slice(-1));
});

const books = fc
  .record({
    payments: fc.array(fc.bigInt({ min: 1n, max: 5_000_00n }), { minLength: 1, maxLength: 60 }),
    members: fc.array(
      fc.record({
        shareHalves: fc.bigInt({ min: 1n, max: 60n }),
        feeHundredths: fc.bigInt({ min: 0n, max: 600n }),
        isManagementFeeUpfront: fc.boolean(),
      }),
      { minLength: 1, maxLength: 8 },
    ),
  })
  .map(({ payments, members }) => ({
    payments,
    participants: members.map((member, participationId) => {
      const sharePercent = rateFromUnits(member.shareHalves * 5n, 1);
      return participant({
        participationId,
        sharePercent,
        managementFeePercent: rateFromUnits(member.feeHundredths, 2),
        isManagementFeeUpfront: member.isManagementFeeUpfront,
        anticipatedReturn: percentOf(sumMoney(payments), sharePercent),
      });
    }),
  }));

test('CALC-06 after full repayment the lines of any book add up to its contracts, to the cent', () => {
  fc.assert(
    fc.property(books, ({ payments, participants }) => {
      for (const investor of participants) {
        const { anticipatedReturn, isManagementFeeUpfront, managementFeePercent } = investor;
        const { gross, managementFee, netPay } = totals(repay(investor, payments));
        expect(gross).toBe(anticipatedReturn);
        expect(managementFee).toBe(
          isManagementFeeUpfront ? 0n : percentOf(anticipatedReturn, managementFeePercent),
        );
        expect(netPay).toBe(gross - managementFee);
      }
    }),
  );
});

test('CALC-06 every line is net = gross - fee, and its reversal takes back exactly that', () => {
  fc.assert(
    fc.property(books, fc.boolean(), ({ payments, participants }, isFinal) => {
      const lines = splitPayment({ payment: sumMoney(payments), isFinal, participants });
      expect(lines.map((line) => line.participationId)).toEqual(participants.map((p) => p.participationId));
      for (const line of lines) {
        expect(line.netPay).toBe(line.gross - line.managementFee);
        expect(reverseLine(line).participationId).toBe(line.participationId);
        expect(totals([line, reverseLine(line)])).toEqual({ gross: 0n, managementFee: 0n, netPay: 0n });
        expect(reverseLine(reverseLine(line))).toEqual(line);
      }
    }),
  );
});

/** Posts all payments in turn, each before the next. The last one is the deal's final payment. */
function repay(investor: SplitParticipant<number>, payments: readonly Cents[]): PayoutLine<number>[] {
  const lines: PayoutLine<number>[] = [];
  for (const [index, payment] of payments.entries()) {
    const { gross: grossPosted, managementFee: feePosted } = totals(lines);
    const participants = [{ ...investor, grossPosted, feePosted }];
    lines.push(...splitPayment({ payment, isFinal: index === payments.length - 1, participants }));
  }
  return lines;
}

function totals(lines: readonly PayoutLine<number>[]) {
  return {
    gross: sumMoney(lines.map((line) => line.gross)),
    managementFee: sumMoney(lines.map((line) => line.managementFee)),
    netPay: sumMoney(lines.map((line) => line.netPay)),
  };
}
