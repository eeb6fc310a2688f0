/** Prints the table of settings for docs/operations.md. A test compares the two. */
import type * as z from 'zod';
import { type About, everySetting } from '../src/server/platform/settings/settings.ts';

export function settingsTable(): string {
  const rows = Object.entries(everySetting).map(([name, setting]) => {
    const { about, example, inProduction } = setting.meta() as About;
    const otherwise = inProduction === undefined ? '' : `, in production \`${inProduction}\``;
    return `| \`${name}\` | ${defaultOf(setting)}${otherwise} | ${about} | \`${example}\` |`;
  });
  return ['| setting | default | what it is | example |', '|---|---|---|---|', ...rows].join('\n');
}

function defaultOf(setting: z.ZodType): string {
  const unset = setting.safeParse(undefined);
  if (!unset.success) return '**needed**';
  if (unset.data === undefined || (Array.isArray(unset.data) && unset.data.length === 0)) return 'none';
  return `\`${String(unset.data)}\``;
}

if (import.meta.main) console.log(settingsTable());
