import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { correctPayment } from '../ledger/correct-payment.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { importDesk, operator, outcomesOf, problemsOf } from '../testing/import-desk.ts';
import { importFolder } from '../testing/import-folder.ts';

const desk = importDesk();
const { run, book, ask } = desk;

describe('OPS-01 rows told again with other values', () => {
  test('OPS-01 what may change is changed, and the lists that find a deal go along', async () => {
    await run();
    await desk.folder.edit('syndicates.csv', (text) =>
      text.replace('esign@mapleridge', 'docs@mapleridge').replace('Ruth', 'Mona'),
    );
    await desk.folder.edit('companies.csv', (text) => text.replace('Food wholesale', 'Groceries'));
    await desk.folder.edit('users.csv', (text) => text.replace(',true', ',false'));
    await desk.folder.edit('notes.csv', (text) => text.replace('Welcome call done', 'Welcome call held'));
    await desk.folder.edit('offers.csv', (text) => text.replace('Proof of', 'A proof of'));
    await desk.folder.edit('deals.csv', (text) =>
      text
        .replace('HB-200117,Bright Oak Dental', 'HB-300117,Bright Maple Dental')
        .replace('Active Advance', 'Write-off'),
    );
    await desk.folder.edit('payments.csv', (text) =>
      text.replace('2026-10-05,,', '2026-10-05,2026-10-20,R10'),
    );
    const report = await run();
    expect(problemsOf(report)).toEqual([]);
    expect(outcomesOf(report, 'changed')).toEqual({
      syndicates: 1,
      users: 1,
      companies: 1,
      deals: 1,
      offers: 1,
      notes: 1,
      payments: 1,
    });
    expect(await desk.differences()).toEqual([]);
    const [syndicate] = await ask(sql<Record<string, unknown>>`
      select contact_person, esign_email, previous_esign_email from syndicates where abbreviation = 'MRC'`);
    expect(syndicate).toEqual({
      contactPerson: 'Mona Alvarez',
      esignEmail: 'docs@mapleridge.example',
      previousEsignEmail: 'esign@mapleridge.example',
    });
    const [listed, ...others] = await ask(
      sql`select distinct merchant_key, mid from listed_participations where mid like '%117'`,
    );
    expect([listed, others]).toEqual([{ merchantKey: 'bright maple dental', mid: 'HB-300117' }, []]);
    const [back] = await ask(
      sql`select status, returned_date from payments where reference = 'ACH-77100412'`,
    );
    expect(back).toEqual({ status: 'reversed', returnedDate: '2026-10-20' });
    const [offer] = await ask(sql`select version, note from offers where status = 'Offer Made'`);
    expect(offer).toEqual({ version: 2, note: 'A proof of ownership is needed.' });
  });

  test('PREFUND-01 security rule: the terms of an offer stay once an investor has taken a share of it', async () => {
    await run();
    const { tenantId, database } = desk;
    await withTenant(database.owner, tenantId, async (tx) => {
      const { id: offerId, dealId } = await tx
        .selectFrom('offers')
        .select(['id', 'dealId'])
        .where('status', '=', 'Offer Made')
        .executeTakeFirstOrThrow();
      const { id: syndicateId } = await tx.selectFrom('syndicates').select('id').executeTakeFirstOrThrow();
      const { userId } = await tx.selectFrom('memberships').select('userId').executeTakeFirstOrThrow();
      const invite = {
        tenantId,
        offerId,
        dealId,
        syndicateId,
        publicId: crypto.randomUUID(),
        maxSharePercent: '50',
      };
      const { id: inviteId } = await tx
        .insertInto('participationInvites')
        .values(invite)
        .returning('id')
        .executeTakeFirstOrThrow();
      const share = { sharePercent: '40', participationAmountCents: 1_400_000n, messageHtml: null };
      await tx
        .insertInto('preFundingAcceptances')
        .values({ tenantId, inviteId, ...share, acceptedBy: userId })
        .execute();
    });
    await desk.folder.edit('offers.csv', (text) => text.replace('47250.00', '35000.00'));
    expect(problemsOf(await run())).toEqual([
      'offers.csv:3: amount an investor has taken a share of this offer, so its terms stay',
    ]);
  });

  test('OPS-01 a deal that was not funded yet is funded, and then has shares and payments', async () => {
    await run();
    await desk.folder.edit('deals.csv', (text) =>
      text.replace(
        'Contract Request,,,,,,,,,',
        'Active Advance,,,2026-11-02,35000.00,47250.00,472.50,DAILY,100,1.35',
      ),
    );
    await desk.folder.edit('participations.csv', (text) => `${text}P-3,D-2,SYN-1,2026-11-02,20,8,4,,\n`);
    await desk.folder.edit('payments.csv', (text) => `${text}NEXT,D-2,472.50,2026-11-04,,,\n`);
    const report = await run();
    expect(problemsOf(report)).toEqual([]);
    expect([outcomesOf(report, 'new'), outcomesOf(report, 'changed')]).toEqual([
      { participations: 1, payments: 1 },
      { deals: 1 },
    ]);
    expect(await desk.differences()).toEqual([]);
  });

  test('OPS-01 a share is corrected as long as nothing has been paid out of it', async () => {
    await desk.folder.edit('payments.csv', (text) => text.split('\n').slice(0, 1).join('\n').concat('\n'));
    await run();
    await desk.folder.edit('participations.csv', (text) =>
      text.replace('2026-10-01,10,10,4', '2026-10-02,12.5,8,3').replace('2026-10-01,5,', '2026-10-01,88,'),
    );
    const report = await run();
    expect(problemsOf(report)).toEqual([
      'participations.csv:3: The participants would hold more than the whole deal.',
    ]);
    expect(outcomesOf(report, 'changed')).toEqual({ participations: 1 });
    expect(await desk.differences()).toEqual([]);
    const [share] = await ask(sql`
      select share_percent, investment_cost_cents, management_fee_percent from participations order by id limit 1`);
    expect(share).toEqual({
      sharePercent: '12.5000',
      investmentCostCents: 810_000n,
      managementFeePercent: '3.0000',
    });
  });

  test('OPS-01 security rule: no row takes an id that the portal gives, or what names another deal', async () => {
    await run();
    const waiting = (id: string, mid: string) => `${id},C-1,,${mid},Name,Harbor,Contract Request,,,,,,,,,\n`;
    const own = waiting('HB-5', 'HB-5');
    await desk.folder.edit(
      'deals.csv',
      (text) =>
        text + waiting('Portal 12', 'HB-7') + waiting('HB-200117', 'HB-8') + waiting('D-9', 'D-1') + own,
    );
    const report = await run(desk.folder.path, { skipsBad: true });
    expect(problemsOf(report)).toEqual([
      'deals.csv:4: external_id begins like an id that the portal gives: write another one',
      'deals.csv:5: external_id is another deal’s contract number',
      'deals.csv:6: mid is another deal’s id',
    ]);
    expect(outcomesOf(report, 'new')).toEqual({ deals: 1 });
    await desk.folder.edit('deals.csv', (text) => text.replace(own, waiting('HB-5', 'HB-6')));
    expect(outcomesOf(await run(desk.folder.path, { skipsBad: true }), 'changed')).toEqual({ deals: 1 });
  });

  test('OPS-01 what may not change is refused by name; everything else goes in', async () => {
    await run();
    const before = await book();
    await desk.folder.edit('deals.csv', (text) => text.replace('84000.00', '85000.00'));
    await desk.folder.edit('participations.csv', (text) => text.replace('2026-10-01,10,', '2026-10-01,11,'));
    await desk.folder.edit('offers.csv', (text) =>
      text.replace('84000.00', '85000.00').replace('OF-2,D-2', 'OF-2,D-1'),
    );
    await desk.folder.edit('users.csv', (text) => text.replace('omar@', 'oscar@'));
    await desk.folder.edit('payments.csv', (text) =>
      text.replace('700.00,2026-10-05', '700.01,2026-10-05').replace('R10', 'R29'),
    );
    const report = await run();
    expect(report.applied).toBe('some');
    expect(problemsOf(report)).toEqual([
      'users.csv:3: email stays: the account belongs to the person who has this address',
      'deals.csv:2: payback_amount stays: the deal is funded',
      'offers.csv:2: status the offer has been accepted and stays as it is',
      'offers.csv:3: deal stays: this is another offer',
      'participations.csv:2: Payments of this deal have been paid out already.',
      'payments.csv:2: amount stays: this payment was posted with another',
      'payments.csv:4: returned_date stays: this payment has come back already',
    ]);
    expect(await book()).toEqual(before);
  });

  test('OPS-01 a payment that was voided is known, with the columns of a return and without; nothing else can be told of it', async () => {
    await run();
    const { tenantId, database } = desk;
    const asked = { reference: 'ACH-77100412', reason: 'Posted twice', instead: null };
    await withTenant(database.db, tenantId, (tx) => correctPayment(tx, tenantId, asked, operator));
    const before = await book();
    const corrected = expect.stringMatching(/^payments.csv:2: This payment was corrected already/);
    const files: [text: string, problems: unknown[]][] = [
      ['700.00', []],
      ['700.01', [corrected]],
      ['700.00,2026-10-05', []],
      ['700.00,2026-10-06', [corrected]],
      ['700.00,2026-10-05,,', []],
      ['700.00,2026-10-05,2026-10-20,R10', [corrected]],
    ];
    const columns = ['reference', 'deal', 'amount', 'cleared_date', 'returned_date', 'return_code'];
    for (const [cells, problems] of files) {
      const header = columns.slice(0, 2 + cells.split(',').length).join();
      const one = await importFolder({ 'payments.csv': `${header}\nACH-77100412,D-1,${cells}\n` });
      const report = await run(one.path);
      await one.remove();
      expect([cells, problemsOf(report), outcomesOf(report, 'unchanged')['payments'] ?? 0]).toEqual([
        cells,
        problems,
        1 - problems.length,
      ]);
      expect(report.applied).toBe(problems.length === 0 ? 'all' : 'some');
    }
    expect(await book()).toEqual(before);
  });
});
