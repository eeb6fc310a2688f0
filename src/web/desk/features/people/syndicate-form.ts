import type { deskInvestorsContract } from '../../../../shared/contract/desk-investors.ts';
import type { Input } from '../../../../shared/contract/endpoint.ts';
import { isMailAddress, MAX_CC_ADDRESSES } from '../../../../shared/domain/mail-address.ts';
import { rate } from '../../../../shared/domain/rate.ts';
import type { Investor } from './people.api.ts';

/** What is typed about a syndicate. */
export interface SyndicateForm {
  name: string;
  abbreviation: string;
  payDays: readonly number[];
  defaultSharePercent: string;
  managementFeePercent: string;
  syndicationFeePercent: string;
  esignEmail: string;
  ccEmails: string;
  showsSimpleView: boolean;
  showsDetailedView: boolean;
  showsDealsTab: boolean;
  showsCashBalance: boolean;
}

export const EMPTY: SyndicateForm = {
  name: '',
  abbreviation: '',
  payDays: [1, 2, 3, 4, 5],
  defaultSharePercent: '',
  managementFeePercent: '',
  syndicationFeePercent: '',
  esignEmail: '',
  ccEmails: '',
  showsSimpleView: true,
  showsDetailedView: true,
  showsDealsTab: true,
  showsCashBalance: false,
};

export const formOf = (investor: Investor): SyndicateForm => ({
  name: investor.name,
  abbreviation: investor.abbreviation,
  payDays: investor.payDays,
  defaultSharePercent: investor.defaultSharePercent.toString(),
  managementFeePercent: investor.managementFeePercent.toString(),
  syndicationFeePercent: investor.syndicationFeePercent.toString(),
  esignEmail: investor.esignEmail,
  ccEmails: investor.ccEmails.join(', '),
  showsSimpleView: investor.showsSimpleView,
  showsDetailedView: investor.showsDetailedView,
  showsDealsTab: investor.showsDealsTab,
  showsCashBalance: investor.showsCashBalance,
});

const PERCENTS = {
  defaultSharePercent: 'the share of a deal',
  managementFeePercent: 'the management fee',
  syndicationFeePercent: 'the syndication fee',
} as const;

/** What is wrong with it, in words; null when it can be sent. */
export function problemWith(form: SyndicateForm): string | null {
  if (form.name.trim() === '') return 'Please enter the name.';
  if (form.abbreviation.trim() === '') return 'Please enter an abbreviation.';
  if (form.payDays.length === 0) return 'Please choose at least one day on which it is paid.';
  for (const [field, words] of Object.entries(PERCENTS))
    if (!isPercentText(form[field as keyof typeof PERCENTS]))
      return `Please enter ${words} as a percent, such as 7.5.`;
  if (!isMailAddress(form.esignEmail.trim().toLowerCase())) return 'Please enter a valid e-sign e-mail.';
  const copies = mailsIn(form.ccEmails);
  if (!copies.every(isMailAddress)) return 'One of the addresses for copies is not an e-mail address.';
  if (copies.length > MAX_CC_ADDRESSES) return `Copies go to ${MAX_CC_ADDRESSES} addresses at most.`;
  return null;
}

/** From 0 to 100, with four decimals at most. */
const isPercentText = (text: string): boolean =>
  /^(?:100(?:\.0{1,4})?|\d{1,2}(?:\.\d{1,4})?)$/.test(text.trim());

const mailsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean);

/** As it is sent. Expects that nothing is wrong with it. */
export const sentForm = (form: SyndicateForm) => ({
  ...form,
  name: form.name.trim(),
  abbreviation: form.abbreviation.trim(),
  payDays: [...form.payDays],
  defaultSharePercent: rate(form.defaultSharePercent.trim()),
  managementFeePercent: rate(form.managementFeePercent.trim()),
  syndicationFeePercent: rate(form.syndicationFeePercent.trim()),
  esignEmail: form.esignEmail.trim(),
  ccEmails: mailsIn(form.ccEmails),
});

type Change = Input<typeof deskInvestorsContract.changeInvestor>['body'];

/** Only the fields that differ are sent, so that what somebody else changes meanwhile stays. */
export function changeBetween(before: SyndicateForm, after: SyndicateForm): Change {
  const sent = sentForm(after);
  const fields = Object.keys(EMPTY) as (keyof SyndicateForm)[];
  return Object.fromEntries(
    fields.map((field) => [field, String(before[field]) === String(after[field]) ? undefined : sent[field]]),
  ) as Change;
}
