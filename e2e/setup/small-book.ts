import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addDays, calendarDate } from '../../src/shared/domain/calendar-date.ts';

const DEALS = 12;
/** Deals of $60,000 with a payback of $84,000, in which the syndicate has 10 %, at a commission of 10 % and a management fee of 4 %. */
const SHARE_OF_DEAL = { cost: 660_000n, anticipated: 840_000n, grossOfPayment: 7_000n, netOfPayment: 6_720n };

export interface SmallBook {
  email: string;
  /** The figures of the summary strip in cents, computed by hand from the files. */
  expected: Record<string, bigint[]>;
}

/** Writes a funder's book as import files: twelve similar deals, each with more cleared payments than the last. */
export async function writeSmallBook(folder: string, slug: string): Promise<SmallBook> {
  const email = `ruth@${slug}.example`;
  const write = (kind: string, header: string, rows: readonly string[]) =>
    writeFile(path.join(folder, `${kind}.csv`), [header, ...rows, ''].join('\n'));
  const deals = Array.from({ length: DEALS }, (_, index) => index + 1);
  const payments = deals.flatMap((deal) =>
    Array.from({ length: deal }, (_, index) => {
      const cleared = addDays(calendarDate('2026-10-05'), index);
      return `ACH-${deal}-${index},D-${deal},700.00,${cleared},,`;
    }),
  );
  await write(
    'syndicates',
    'external_id,name,abbreviation,pay_days,default_share_percent,management_fee_percent,syndication_fee_percent,esign_email',
    [`SYN-1,Maple Ridge Capital,MRC,Mon Tue Wed Thu Fri,10,4,0,esign@${slug}.example`],
  );
  await write('users', 'external_id,email,name,role,syndicate', [
    `U-1,${email},Ruth Alvarez,syndication,SYN-1`,
  ]);
  await write(
    'companies',
    'external_id,name,industry,started',
    deals.map((deal) => `C-${deal},Bright Oak Dental ${deal} LLC,Dental,2019-03`),
  );
  await write(
    'deals',
    'external_id,company,mid,name,platform,status,funded_date,funded_amount,payback_amount,payment,payment_frequency,term_days,factor_rate',
    deals.map(
      (deal) =>
        `D-${deal},C-${deal},MS-${1000 + deal},Bright Oak Dental ${deal},Maple,Active Advance,2026-10-01,60000.00,84000.00,700.00,DAILY,120,1.40`,
    ),
  );
  await write(
    'participations',
    'external_id,deal,syndicate,agreement_date,share_percent,commission_percent,management_fee_percent',
    deals.map((deal) => `P-${deal},D-${deal},SYN-1,2026-10-01,10,10,4`),
  );
  await write('payments', 'reference,deal,amount,cleared_date,returned_date,return_code', payments);
  const [dealCount, paymentCount] = [BigInt(DEALS), BigInt(payments.length)];
  const cost = dealCount * SHARE_OF_DEAL.cost;
  const paidOut = paymentCount * SHARE_OF_DEAL.netOfPayment;
  return {
    email,
    expected: {
      'Total Portfolio Balance': [
        dealCount * SHARE_OF_DEAL.anticipated - paymentCount * SHARE_OF_DEAL.grossOfPayment,
      ],
      'Net Investment': [cost - paidOut, cost],
      'Portfolio Return %': [paidOut],
    },
  };
}
