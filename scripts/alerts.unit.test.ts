import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { allJobs } from '../src/server/all-jobs.ts';
import { contract } from '../src/shared/contract/all.ts';
import { refusals } from '../src/shared/contract/errors.ts';

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string };
}

const { groups } = parse(await readFile('deploy/alerts.yml', 'utf8')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const operations = await readFile('docs/operations.md', 'utf8');
/** The words that a label is compared with in all rules. */
const comparedWith = (label: string) =>
  rules.flatMap(({ expr }) =>
    [...expr.matchAll(new RegExp(`${label}=~?"([^"]+)"`, 'g'))].flatMap(([, words = '']) => words.split('|')),
  );

test('OPS-17 alerts ask for metrics, refusals, routes and jobs that there are', () => {
  const metrics = rules.flatMap(({ expr }) => expr.match(/\bportal_\w+/g) ?? []);
  const told = metrics.map((name) => name.replace(/_(count|bucket|sum)$/, ''));
  expect(told.filter((name) => !operations.includes(`\`${name}\``))).toEqual([]);
  expect(comparedWith('code').filter((code) => !(code in refusals))).toEqual([]);
  expect(comparedWith('job_name').filter((name) => !allJobs.some((job) => job.name === name))).toEqual([]);
  const paths = Object.values(contract).flatMap((feature) => Object.values(feature).map(({ path }) => path));
  expect(comparedWith('route').filter((route) => route !== '/readyz' && !paths.includes(route))).toEqual([]);
});

test('OPS-17 what an attack looks like is told: failed sign-ins, refusals, a canceled bank change, a changed audit trail, no backup', () => {
  const names = [
    ...['SignInsFail', 'AccountsLocked', 'SecondFactorGuessed', 'CallsRefused', 'ServiceTokenRefused'],
    ...['BankChangeCanceled', 'AuditTrailBroken', 'BackupOld'],
  ];
  expect(rules.map(({ alert }) => alert)).toEqual(expect.arrayContaining(names));
  for (const { alert, labels, annotations } of rules) {
    expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(page|ticket)$/)]);
    expect(annotations.summary.length).toBeGreaterThan(10);
  }
  for (const name of names) expect(operations).toContain(`\`${name}\``);
});
