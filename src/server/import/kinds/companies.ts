import * as z from 'zod';
import { isPhoneNumber, isZip } from '../../../shared/domain/contact-details.ts';
import {
  companyName,
  email,
  externalId,
  integer,
  month,
  oneOf,
  percent,
  reference,
  state,
  text,
} from '../columns.ts';
import { defineKind } from '../kind.ts';
import { recordAdded } from './record-added.ts';
import { tableKind } from './table-kind.ts';

const plainBrokers = tableKind({
  name: 'brokers',
  about: 'The brokers (ISOs) who submit merchants to you.',
  table: 'brokers',
  schema: z.object({
    external_id: externalId(),
    name: companyName(200),
    company_name: companyName(200),
    email: email(),
    phone_number: text(25).refine(isPhoneNumber, 'is not a phone number').nullish(),
  }),
  describe: {
    external_id: 'your id of the broker',
    name: 'the person',
    company_name: 'the business',
    email: 'where offers are sent',
    phone_number: 'ten digits at least',
  },
  examples: [
    {
      external_id: 'ISO-1',
      name: 'Nina Petrov',
      company_name: 'Lakefront Funding Group',
      email: 'nina@lakefront.example',
      phone_number: '(312) 555-0171',
    },
  ],
  values: (_work, row) => ({
    name: row.name,
    companyName: row.company_name,
    email: row.email,
    phoneNumber: row.phone_number ?? null,
  }),
});

export const brokers = defineKind({
  ...plainBrokers,
  async create(work, row) {
    const id = await plainBrokers.create(work, row);
    if (typeof id === 'bigint') recordAdded(work, 'brokers', id, { name: row.name });
    return id;
  },
});

export const companies = tableKind({
  name: 'companies',
  about: 'The merchants’ businesses.',
  table: 'companies',
  storedAs: { started: 'startedMonth' },
  schema: z.object({
    external_id: externalId(),
    name: text(200),
    dba: text(200).nullish(),
    industry: text(100),
    started: month(),
  }),
  describe: {
    external_id: 'your id of the company',
    name: 'its legal name',
    dba: 'the name it does business under, if another',
    industry: 'its trade',
    started: 'the month in which the business started, such as `2019-03`',
  },
  examples: [
    {
      external_id: 'C-1',
      name: 'Bright Oak Dental LLC',
      dba: 'Bright Oak Dental',
      industry: 'Dental',
      started: '2016-04',
    },
    { external_id: 'C-2', name: 'Rosario Produce Inc', industry: 'Food wholesale', started: '2011-09' },
  ],
  values: (_work, row) => ({
    name: row.name,
    dba: row.dba ?? null,
    industry: row.industry,
    startedMonth: row.started,
  }),
});

export const addresses = tableKind({
  name: 'addresses',
  about: 'Addresses of companies, one of each kind.',
  table: 'companyAddresses',
  schema: z.object({
    external_id: externalId(),
    company: reference('companies'),
    kind: oneOf(['Main', 'Mailing']),
    street: text(200),
    city: text(100),
    state: state(),
    zip: text(10).refine(isZip, 'is not a zip such as 44301'),
  }),
  describe: {
    external_id: 'your id of the address',
    company: '`external_id` of the company',
    kind: '`Main` or `Mailing`',
    street: 'street and number',
    city: 'city',
    state: 'two letters',
    zip: 'five digits, or nine',
  },
  examples: [
    {
      external_id: 'A-1',
      company: 'C-1',
      kind: 'Main',
      street: '12 Orchard St',
      city: 'Akron',
      state: 'OH',
      zip: '44301',
    },
    {
      external_id: 'A-2',
      company: 'C-2',
      kind: 'Main',
      street: '900 Market Rd',
      city: 'Toledo',
      state: 'OH',
      zip: '43604',
    },
  ],
  values: ({ idOf }, row) => ({
    companyId: idOf(row.company),
    kind: row.kind,
    street: row.street,
    city: row.city,
    state: row.state,
    zip: row.zip,
  }),
  taken: {
    company_addresses_tenant_id_company_id_kind_key: ['kind', 'is another address of the same company'],
  },
});

export const owners = tableKind({
  name: 'owners',
  about: 'Owners of companies, which the file control sheet calls merchants.',
  table: 'companyOwners',
  schema: z.object({
    external_id: externalId(),
    company: reference('companies'),
    first_name: text(100),
    last_name: text(100),
    credit_score: integer(300, 850).nullish(),
    ownership_percent: percent(),
  }),
  describe: {
    external_id: 'your id of the owner',
    company: '`external_id` of the company',
    first_name: 'first name',
    last_name: 'last name',
    credit_score: 'from 300 to 850',
    ownership_percent: 'part of the company that is theirs',
  },
  examples: [
    {
      external_id: 'O-1',
      company: 'C-1',
      first_name: 'Helen',
      last_name: 'Marsh',
      credit_score: '702',
      ownership_percent: '100',
    },
    { external_id: 'O-2', company: 'C-2', first_name: 'Luis', last_name: 'Rosario', ownership_percent: '51' },
  ],
  values: ({ idOf }, row) => ({
    companyId: idOf(row.company),
    firstName: row.first_name,
    lastName: row.last_name,
    creditScore: row.credit_score ?? null,
    ownershipPercent: row.ownership_percent.toString(),
  }),
});
