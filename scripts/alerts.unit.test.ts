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
  annotations: { summary: string; runbook_url: string };
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

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

test('OPS-47 every alert leads to a heading of the manual that speaks of it', () => {
  const sections = new Map(
    operations.split(/^## /m).map((section) => [anchorOf(section.split('\n', 1)[0] ?? ''), section]),
  );
  for (const { alert, annotations } of rules) {
    const [file, anchor = ''] = annotations.runbook_url.split('#');
    expect([alert, file]).toEqual([alert, 'docs/operations.md']);
    expect([alert, sections.get(anchor)]).toEqual([alert, expect.stringContaining(`\`${alert}\``)]);
  }
});

test('OPS-47 what happens at night is told, and each severity has somebody who gets it', async () => {
  const names = [
    ...['DayNotPosted', 'BackupOld', 'CertificateEnds', 'DiskFull', 'VirusSignaturesOld'],
    ...['CallsRefused', 'JobsGivenUp', 'BookDoesNotReconcile', 'BrowserFailures', 'StatementsMissing'],
  ];
  expect(rules.map(({ alert }) => alert)).toEqual(expect.arrayContaining(names));
  const { route, receivers } = parse(await readFile('deploy/alertmanager.yml', 'utf8')) as {
    route: { receiver: string; routes: { matchers: string[]; receiver: string }[] };
    receivers: { name: string }[];
  };
  const told = new Map(route.routes.map(({ matchers, receiver }) => [matchers.join(), receiver]));
  for (const severity of new Set(rules.map(({ labels }) => labels.severity)))
    expect(receivers.map(({ name }) => name)).toContain(told.get(`severity="${severity}"`));
  expect(receivers.map(({ name }) => name)).toContain(route.receiver);
});

test('OPS-47 the manual lists every job that runs at a time of its own, with that time', () => {
  const [, section = ''] = operations.split('\n## What runs when\n');
  const listed = Array.from(section.matchAll(/^\| ([^|]+) \| `([^`]+)` \|/gm), ([, at, name]) => [name, at]);
  const scheduled = allJobs.flatMap(({ name, schedule }) => (schedule ? [[name, inWords(schedule)]] : []));
  expect(listed.toSorted()).toEqual(scheduled.toSorted());
});

/** '06:40' for '40 6 * * *'. */
function inWords(schedule: string): string {
  const [minute = '', hours = ''] = schedule.split(' ').map((part) => part.padStart(2, '0'));
  if (hours === '0*') return `every hour at :${minute}`;
  return hours
    .split(',')
    .map((hour) => `${hour.padStart(2, '0')}:${minute}`)
    .join(' and ');
}

test('OPS-47 the dashboard asks only for metrics that there are', async () => {
  const dashboard = JSON.parse(await readFile('deploy/grafana/portal.json', 'utf8')) as {
    panels: { id: number; title: string; targets: { expr: string }[] }[];
  };
  const asked = dashboard.panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => expr.match(/\bportal_\w+/g) ?? []),
  );
  expect(asked.length).toBeGreaterThan(15);
  const told = asked.map((name) => name.replace(/_(count|bucket|sum)$/, ''));
  expect(told.filter((name) => !operations.includes(`\`${name}\``))).toEqual([]);
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
});
