import * as z from 'zod';
import { isPhoneNumber, isZip, PHONE_TYPES } from '../../../shared/domain/contact-details.ts';
import { cleanName, isPlainName, isPlainShortName } from '../../../shared/domain/investor-names.ts';
import { changeMailAddresses, isRedirected } from '../../identity/mail-addresses.ts';
import {
  amount,
  companyName,
  email,
  emails,
  externalId,
  flag,
  oneOf,
  payDays,
  percent,
  personName,
  state,
  text,
} from '../columns.ts';
import { defineKind } from '../kind.ts';
import { changeFromRow, openForNew } from './cash-columns.ts';
import { recordAdded } from './record-added.ts';
import { tableKind } from './table-kind.ts';

const AMBIGUOUS =
  'has hidden characters, or letters of another alphabet that look like others: type it again';

const plain = tableKind({
  name: 'syndicates',
  about: 'The investors. Their bank accounts are in a separate file, `payout_accounts`.',
  table: 'syndicates',
  schema: z.object({
    external_id: externalId(),
    name: companyName(200).transform(cleanName).refine(isPlainName, AMBIGUOUS),
    abbreviation: companyName(20).transform(cleanName).refine(isPlainShortName, AMBIGUOUS),
    pay_days: payDays(),
    default_share_percent: percent(),
    management_fee_percent: percent(),
    syndication_fee_percent: percent(),
    esign_email: email(),
    cc_emails: emails().nullish(),
    contact_person: personName(200).nullish(),
    phone_number: text(25).refine(isPhoneNumber, 'is not a phone number').nullish(),
    phone_type: oneOf(PHONE_TYPES).nullish(),
    street: text(200).nullish(),
    city: text(100).nullish(),
    state: state().nullish(),
    zip: text(10).refine(isZip, 'is not a zip such as 44301').nullish(),
    shows_simple_view: flag().nullish(),
    shows_detailed_view: flag().nullish(),
    shows_deals_tab: flag().nullish(),
    uses_cash_balance: flag().nullish(),
    shows_cash_balance: flag().nullish(),
    cash_balance: amount().nullish(),
    net_investment_override: amount().nullish(),
  }),
  describe: {
    external_id: 'your id of the syndicate',
    name: 'its name',
    abbreviation: 'short name; each only once',
    pay_days: 'weekdays on which it is paid, of Mon Tue Wed Thu Fri, separated by spaces',
    default_share_percent: 'share of a deal that it is offered',
    management_fee_percent: 'your charge for collecting, of each payout',
    syndication_fee_percent: 'one-time charge for participating',
    esign_email: 'address for documents and the nightly report',
    cc_emails: 'up to 10 addresses that get a copy, separated by spaces',
    contact_person: 'the name of the contact person',
    phone_number: 'ten digits at least',
    phone_type: `one of ${PHONE_TYPES.join(', ')}`,
    street: 'street of its address',
    city: 'city of its address',
    state: 'two letters',
    zip: 'five digits, or nine',
    shows_simple_view: '`true` or `false`: has the tab Simple View; `true` if empty',
    shows_detailed_view: 'the same for Detailed View',
    shows_deals_tab: 'the same for Syndicated Deals',
    uses_cash_balance:
      '`true`: it has a cash account, which the first import with it opens; `false` if empty',
    shows_cash_balance: '`true`: it sees its cash balance; `false` if empty',
    cash_balance:
      'with a cash account: its money that you hold and that is not invested in a deal, on the day of the import; 0 if empty. Another amount in a later import is entered as an adjustment',
    net_investment_override:
      'with a cash account: what it has put in and not taken out by then; if empty, the computed net investment is shown',
  },
  examples: [
    {
      external_id: 'SYN-1',
      name: 'Maple Ridge Capital',
      abbreviation: 'MRC',
      pay_days: 'Mon Tue Wed Thu Fri',
      default_share_percent: '10',
      management_fee_percent: '4',
      syndication_fee_percent: '0',
      esign_email: 'esign@mapleridge.example',
      cc_emails: 'books@mapleridge.example',
      contact_person: 'Ruth Alvarez',
      phone_number: '(216) 555-0134',
      phone_type: 'Office',
      street: '40 Lake Ave',
      city: 'Cleveland',
      state: 'OH',
      zip: '44114',
      uses_cash_balance: 'true',
      cash_balance: '2500.00',
    },
    {
      external_id: 'SYN-2',
      name: 'Stone Harbor Investors',
      abbreviation: 'SHI',
      pay_days: 'Fri',
      default_share_percent: '5',
      management_fee_percent: '3.5',
      syndication_fee_percent: '1',
      esign_email: 'desk@stoneharbor.example',
    },
  ],
  values: (_work, row) => ({
    name: row.name,
    abbreviation: row.abbreviation,
    payDays: row.pay_days,
    defaultSharePercent: row.default_share_percent.toString(),
    managementFeePercent: row.management_fee_percent.toString(),
    syndicationFeePercent: row.syndication_fee_percent.toString(),
    esignEmail: row.esign_email,
    ccEmails: row.cc_emails ?? [],
    contactPerson: row.contact_person ?? null,
    phoneNumber: row.phone_number ?? null,
    phoneType: row.phone_type ?? null,
    street: row.street ?? null,
    city: row.city ?? null,
    state: row.state ?? null,
    zip: row.zip ?? null,
    showsSimpleView: row.shows_simple_view ?? true,
    showsDetailedView: row.shows_detailed_view ?? true,
    showsDealsTab: row.shows_deals_tab ?? true,
    usesCashBalance: row.uses_cash_balance ?? false,
    showsCashBalance: row.shows_cash_balance ?? false,
  }),
  taken: {
    syndicates_by_abbreviation: ['abbreviation', 'is another syndicate’s'],
    former_abbreviation_of_another: ['abbreviation', 'was another syndicate’s before; choose another one'],
    former_name_of_another: ['name', 'was another syndicate’s before; choose another one'],
  },
});

export const syndicates = defineKind({
  ...plain,
  locksLedger: true,
  async create(work, row) {
    const id = await plain.create(work, row);
    if (typeof id !== 'bigint') return id;
    openForNew(work, id, row);
    recordAdded(work, 'syndicates', id, { name: row.name });
    return id;
  },
  async change(work, id, row, changed, comparison) {
    const { tx, tenantId, operator } = work;
    const addresses = () =>
      tx
        .selectFrom('syndicates')
        .select(['esignEmail', 'ccEmails', 'name'])
        .where('tenantId', '=', tenantId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow();
    const { name: _before, ...before } = await addresses();
    await plain.change(work, id, row, changed, comparison);
    const { name: syndicateName, ...after } = await addresses();
    const cashChanges = await changeFromRow(work, id, row, changed);
    if (!isRedirected(before, after)) return cashChanges;
    const by = { actorId: null, operator };
    work.afterAllRows(() =>
      changeMailAddresses(tx, tenantId, { syndicateId: id, syndicateName, before, after, by }),
    );
    return cashChanges;
  },
});
