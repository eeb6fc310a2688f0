import type { PlantedFault } from '../planted-fault.ts';

const TEST = 'src/server/features/posting/day-sheet/day-sheet.test.ts';
const LOOK = 'src/server/features/posting/day-sheet/look-at-lines.test.ts';
const SHEET = 'src/server/features/posting/day-sheet';

export const deskPostingFaults: readonly PlantedFault[] = [
  {
    ids: ['POST-01'],
    broken: 'a row that adds the others up is taken for a payment',
    file: 'src/server/sheets/totals-row.ts',
    from: 'return label !== undefined && LABEL.test(label)',
    to: 'return label === undefined && LABEL.test("")',
    test: {
      file: 'src/server/sheets/read-sheet.unit.test.ts',
      title: 'POST-01 a csv file is read whatever its delimiter, encoding, title, blank and totals rows',
    },
  },
  {
    ids: ['POST-01'],
    broken: 'a cell with half of a character keeps a spreadsheet from ever being read',
    file: 'src/server/sheets/raw-rows.ts',
    from: "cell.replaceAll('\\0', '').toWellFormed();",
    to: 'cell;',
    test: {
      file: 'src/server/sheets/read-sheet.unit.test.ts',
      title: 'POST-01 what the database cannot keep is left out of the cells',
    },
  },
  {
    ids: ['POST-02'],
    broken: 'a long text in a column of percentages keeps the worker busy',
    file: 'src/shared/domain/cell-values.ts',
    from: 'text.length > 100',
    to: 'text.length > 1_000_000',
    test: {
      file: 'src/shared/domain/cell-values.test.ts',
      title: 'POST-02 a long text where an amount, a date or a percentage belongs is refused at once',
    },
  },
  {
    ids: ['POST-02'],
    broken: 'an amount in parentheses counts as money that came in',
    file: 'src/shared/domain/cell-values.ts',
    from: "return { value: parts['open'] ? -amount : amount };",
    to: 'return { value: amount };',
    test: { file: 'src/shared/domain/cell-values.test.ts', title: ' as money' },
  },
  {
    ids: ['POST-03'],
    broken: 'two rows that are alike get one reference, so that the second is taken for the first',
    file: 'src/server/sheets/map-row.ts',
    from: 'this.#seen.set(same, nth);',
    to: '',
    test: {
      file: 'src/server/sheets/map-row.unit.test.ts',
      title: 'POST-03 the same file gives the same references again, and rows that are alike are told apart',
    },
  },
  {
    ids: ['POST-04', 'POST-05'],
    broken: 'a line whose MID nobody knows has no suggestion although only a letter is mistyped',
    file: `${SHEET}/sheet-lines.queries.ts`,
    from: "`OIL${PUNCTUATION}`)}, '011')`",
    to: "PUNCTUATION)}, '')`",
    test: {
      file: TEST,
      title:
        'POST-04 POST-05 an unknown source is mapped once, and each line gets its verdict, problems with the value',
    },
  },
  {
    ids: ['POST-06'],
    broken: 'a line that a person leaves out is posted',
    file: `${SHEET}/check-lines.ts`,
    from: "if (line.decision === 'leave out') verdicts",
    to: "if (line.decision === 'leave out' && line.line < 0) verdicts",
    test: {
      file: TEST,
      title:
        'POST-06 a line is left out, posted all the same, or given another MID or date, and all are checked again',
    },
  },
  {
    ids: ['POST-07'],
    broken: 'a day is posted although its total is not the processor’s',
    file: `${SHEET}/confirm-sheet.ts`,
    from: 'if (stated !== null && stated !== total && sheet.differenceReason === null)',
    to: 'if (stated !== null && stated === total && sheet.differenceReason === null)',
    test: {
      file: TEST,
      title: 'POST-07 while the totals differ nothing is posted until a person writes why',
    },
  },
  {
    ids: ['POST-08'],
    broken: 'a payment names another line than that of the spreadsheet',
    file: `${SHEET}/day-file-of-sheet.ts`,
    from: 'line.line - reached - 1',
    to: '0',
    test: {
      file: TEST,
      title:
        'POST-08 what is confirmed is posted once, as a day file that names file and line, whoever presses at once',
    },
  },
  {
    ids: ['POST-09'],
    broken: 'nobody is told that the same file was posted before',
    file: `${SHEET}/day-sheet.queries.ts`,
    from: 'twin.sha256 = file.sha256',
    to: 'twin.sha256 <> file.sha256',
    test: {
      file: TEST,
      title: 'POST-09 the same file again is known, its source too, and nothing of it is posted twice',
    },
  },
  {
    ids: ['POST-10'],
    broken: 'a return without a reference takes nothing back',
    file: `${SHEET}/made-returns.ts`,
    from: 'return { ...entry, reference: found.reference };',
    to: 'return entry;',
    test: {
      file: TEST,
      title:
        'POST-10 a return without a reference takes back the debit of its deal and amount, from csv as well',
    },
  },
  {
    ids: ['POST-11'],
    broken: 'a line that was dropped waits on',
    file: 'src/server/features/posting/payments/runs.queries.ts',
    from: 'settled.line = line.line)',
    to: 'settled.line = -line.line)',
    test: {
      file: TEST,
      title: 'POST-11 lines that were not posted wait until they are posted or dropped with a reason',
    },
  },
  {
    ids: ['POST-12', 'POST-13'],
    broken: 'an amount finds no payment',
    file: 'src/server/features/posting/payments/payments.queries.ts',
    from: 'amount.value < 0n ? -amount.value : amount.value',
    to: 'amount.value + 1n',
    test: {
      file: TEST,
      title:
        'POST-12 POST-13 runs are listed with who posted them, and payments are found by reference, deal, day and amount',
    },
  },
  {
    ids: ['POST-15'],
    broken: 'the day can be posted while its totals differ and nobody has said why',
    file: 'src/web/desk/features/payments/post-bar.tsx',
    from: 'totalsDiffer(sheet) && sheet.differenceReason === null',
    to: 'totalsDiffer(sheet) && sheet.differenceReason !== null',
    test: {
      file: 'e2e/desk-payments.spec.ts',
      title:
        'POST-15 a clerk drops the day, says what its columns hold, and sees totals, effect and problems before anything is posted',
    },
    says: 'Post 1 line',
  },
  {
    ids: ['POST-14'],
    broken: 'a day that is posted again is another file, so that its run begins anew',
    file: `${SHEET}/post-sheet.ts`,
    from: ".where('sheet.state', '=', 'posting')\n    .executeTakeFirst();",
    to: ".where('sheet.state', '=', 'posted')\n    .executeTakeFirst();",
    test: {
      file: `${SHEET}/kills.test.ts`,
      title: 'lines, dropped, checked and posted while its worker is killed, comes to the same cents',
    },
  },
  {
    ids: ['POST-16'],
    broken: 'two files with the same lines are posted at the same time',
    file: `${SHEET}/confirm-sheet.ts`,
    from: 'if (others.length > 0)',
    to: 'if (others.length > 1_000)',
    test: {
      file: `${SHEET}/same-lines.test.ts`,
      title: 'POST-16 confirmed at once, fifty times, two files with the same lines post them once',
    },
  },
  {
    ids: ['POST-17'],
    broken: 'a line that the book has from elsewhere counts as posted, and nobody is asked about it',
    file: `${SHEET}/finish-sheet.ts`,
    from: '  await noteUnposted(tx, { tenantId, fileId }, runId);\n',
    to: '',
    test: {
      file: `${SHEET}/same-lines.test.ts`,
      title:
        'POST-17 what the book got between confirming and posting is not posted again, and waits for a person',
    },
  },
  {
    ids: ['POST-04'],
    broken: 'a column of return codes is not known by its values',
    file: 'src/shared/domain/sheet-mapping.ts',
    from: 'looksLike !== undefined && values.length > 0',
    to: 'looksLike !== undefined && values.length < 0',
    test: {
      file: 'src/server/sheets/map-row.unit.test.ts',
      title:
        'POST-04 a column whose values are all return codes is the one of return codes, whatever it is called',
    },
  },
  {
    ids: ['POST-18'],
    broken: 'the merchant of the file is not compared with the deal',
    file: 'src/shared/domain/line-concerns.ts',
    from: "merchant.trim() !== '' && !isNamed(",
    to: "merchant.trim() === '' && !isNamed(",
    test: {
      file: LOOK,
      title: 'POST-18 a line that cannot be right is not posted before a person has looked at it',
    },
  },
  {
    ids: ['POST-19'],
    broken: 'what was accepted once covers whatever comes up later',
    file: `${SHEET}/find-concerns.ts`,
    from: 'concerns.some((concern) => !accepted.has(concern))',
    to: 'accepted.size === 0',
    test: {
      file: LOOK,
      title:
        'POST-19 what was accepted is what was shown: another deal, or another concern, has to be accepted again',
    },
  },
  {
    ids: ['POST-20'],
    broken: 'nobody is told that a line pays its deal in full',
    file: `${SHEET}/check-lines.ts`,
    from: 'if (settlesDeal) completing.add(reference);',
    to: 'if (!settlesDeal) completing.add(reference);',
    test: { file: LOOK, title: 'POST-20 a line that pays its deal in full says so' },
  },
  {
    ids: ['POST-21'],
    broken: 'a return under a number of its own that fits no debit posts without a word',
    file: `${SHEET}/made-returns.ts`,
    from: 'unmatched.add(entry.line);',
    to: '',
    test: {
      file: LOOK,
      title: 'POST-21 a return under a number of its own takes back the debit of its deal and amount, once',
    },
  },
  {
    ids: ['POST-22'],
    broken: 'an amount that the bank has told is replaced by another one',
    file: `${SHEET}/read-again.ts`,
    from: "throw new Refusal('line_amount_readable');",
    to: '{}',
    test: {
      file: LOOK,
      title:
        'POST-22 an amount that cannot be read is typed in, at the check and in the queue; another one is not',
    },
  },
  {
    ids: ['POST-23'],
    broken: 'the list of what posts comes to another figure than the button',
    file: `${SHEET}/day-sheet.queries.ts`,
    from: "verdict === 'will post' ? postingTotal : amount",
    to: 'amount',
    test: {
      file: LOOK,
      title: 'POST-23 what posts is one figure wherever it stands, and what is taken back is told in dollars',
    },
  },
  {
    ids: ['POST-24'],
    broken: 'a copy of a file that was posted still waits to be posted',
    file: 'src/server/features/posting/payments/runs.queries.ts',
    from: "            .where('posted.state', '=', 'posted'),",
    to: "            .where('posted.state', '=', 'unreadable'),",
    test: {
      file: LOOK,
      title:
        'POST-24 a posted file leaves the open ones with its copies, and one that waits can be discarded',
    },
  },
];
