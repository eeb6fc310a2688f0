import type { PlantedFault } from '../planted-fault.ts';

const WHY = 'src/server/features/why/why.test.ts';
const PASTED = 'src/shared/domain/pasted-pairs.test.ts';

export const deskWhyFaults: readonly PlantedFault[] = [
  {
    ids: ['DESK-70'],
    broken: 'the deals of the portfolio balance count what is written off',
    file: 'src/server/features/why/deal-amounts.ts',
    from: "kept('participation_totals', 'counted_balance_cents')",
    to: "kept('participation_totals', 'remaining_balance_cents')",
    test: {
      file: WHY,
      title:
        'DESK-70 each figure is what the investor’s own calls answer, and what it is made of adds up to it',
    },
  },
  {
    ids: ['DESK-71'],
    broken: 'the lines of a pay date are those of all pay dates',
    file: 'src/server/features/why/share.queries.ts',
    from: 'sql`and line.pay_date = ${payDate}::date`',
    to: 'sql`and ${payDate}::date is not null`',
    test: { file: WHY, title: 'DESK-71 the lines of each deal add up to what the deal adds to the figure' },
  },
  {
    ids: ['DESK-72'],
    broken: 'a deal whose lines say something else is marked as agreeing',
    file: 'src/server/features/why/checks.ts',
    from: 'kept[name] === expected[name]',
    to: "name !== ''",
    test: {
      file: WHY,
      title: 'DESK-72 a rollup that does not agree with its lines is marked, with both amounts',
    },
  },
  {
    ids: ['DESK-73'],
    broken: 'a payment names the line after its own',
    file: 'src/server/ledger/day-file/post-entries.ts',
    from: 'origin: { sourceId, line: entry.line }',
    to: 'origin: { sourceId, line: entry.line + 1 }',
    test: {
      file: WHY,
      title: 'DESK-73 each line names its payment, the line of the file, and who posted it',
    },
  },
  {
    ids: ['DESK-74'],
    broken: 'the share of somebody else is shown',
    file: 'src/server/features/why/share.queries.ts',
    from: 'and p.deal_id = deal.id and p.syndicate_id = ${syndicateId}',
    to: 'and p.deal_id = deal.id and ${syndicateId}::bigint is not null',
    test: {
      file: WHY,
      title:
        'DESK-74 an unknown syndicate, figure or deal is refused, and who may not see the desk gets nothing',
    },
  },
  {
    ids: ['DESK-75'],
    broken: 'what only they have is in no total',
    file: 'src/shared/domain/compared-deals.ts',
    from: 'compared.theirs += theirs;',
    to: '',
    test: {
      file: PASTED,
      title: 'DESK-75 only differences are told, and together they are what the totals are apart',
    },
  },
  {
    ids: ['DESK-76'],
    broken: 'a pasted line keeps everybody waiting',
    file: 'src/shared/domain/pasted-amount.ts',
    from: '/^(\\d+(\\.\\d*)?|\\.\\d+)$/;\n\n/** Longer than any amount with its signs and blanks. What is pasted may be anything. */\nconst LONGEST = 100;',
    to: '/^(\\d+\\.?\\d*|\\.\\d+)$/;\nconst LONGEST = 1_000_000;',
    test: {
      file: 'src/shared/domain/pasted-pairs.test.ts',
      title: 'DESK-76 a line of a hundred thousand digits is refused at once',
    },
  },
  {
    ids: ['DESK-76'],
    broken: 'an amount in parentheses counts as a positive one',
    file: 'src/shared/domain/pasted-amount.ts',
    from: 'inParentheses !== undefined || minus !== undefined ? -cents : cents',
    to: 'minus !== undefined ? -cents : cents',
    test: {
      file: PASTED,
      title: 'DESK-76 tabs, semicolons, commas, blanks, a header, empty lines and repeated MIDs are read',
    },
  },
  {
    ids: ['DESK-77'],
    broken: 'the address of a deal does not name it',
    file: 'src/web/desk/features/why/why-choice.ts',
    from: 'deal: choice.deal,',
    to: 'deal: undefined,',
    test: { file: 'e2e/desk-why.spec.ts', title: 'DESK-77 from a figure of an investor to who posted it' },
    says: 'deal=',
  },
];
