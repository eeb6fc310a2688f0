import type { Page } from '@playwright/test';
import { withoutFirstAnswers } from './without-first-answers.ts';

const MERCHANT = 'Northeastern Commercial Refrigeration, Heating and Air Conditioning Services of Pittsburgh';
const TEXTS: readonly [field: RegExp, text: string][] = [
  [/^(deal|syndication_company|company)_name$|^company_dba$/, MERCHANT],
  [/^syndicate_name$/, 'Featherstonehaugh-Cholmondeley Private Credit Partners of PA'],
  [/email/, `${'maximiliana.featherstonehaugh-'.repeat(3)}cholmondeley@northgate.example`],
  [/^(name|contact_person)$/, 'Maximiliana Featherstonehaugh-Cholmondeley'],
  [/note$/, `<p>${'NoSpacesAnywhere'.repeat(16)}</p>`],
];
const RATES = /percent|rate|performance|split/i;
const MAY_BE_NEGATIVE = /profit|balance|net_pay/;

/** Changes every response to contain the longest names and nine-figure amounts, some of them negative. */
export async function lengthenAnswers(page: Page): Promise<void> {
  await withoutFirstAnswers(page);
  await page.route(/\/(api|get_deal_for_iso)\//, async (route) => {
    const answer = await route.fetch();
    const isJson = answer.headers()['content-type']?.includes('json');
    const options = isJson ? { json: lengthen('', await answer.json()) } : {};
    await route.fulfill({ response: answer, ...options });
  });
}

function lengthen(field: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => lengthen(field, item));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, lengthen(name, part)]));
  if (typeof value !== 'string') return value;
  if (/^-?\d+\.\d\d$/.test(value) && !RATES.test(field)) return longAmount(field, value);
  return TEXTS.find(([pattern]) => pattern.test(field))?.[1] ?? value;
}

function longAmount(field: string, amount: string): string {
  const cents = amount.slice(-2);
  return `${MAY_BE_NEGATIVE.test(field) && Number(cents) % 3 === 0 ? '-' : ''}876543210.${cents}`;
}
