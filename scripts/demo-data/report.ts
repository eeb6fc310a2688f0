import { DEMO_PASSWORD, loginNameOf, type Person } from './funders/people.ts';
import type { LoadReport } from './load/load.ts';

export function phaseText(phase: string, seconds: number): string {
  return `${phase.padEnd(30)} ${seconds.toFixed(1).padStart(12)} s`;
}

export function reportText({ rows, seconds }: LoadReport, people: readonly Person[]): string {
  const tables = Array.from(rows).toSorted(([a], [b]) => a.localeCompare(b));
  const total = Array.from(seconds.values()).reduce((sum, phase) => sum + phase, 0);
  return [
    phaseText('all phases', total),
    'Rows',
    ...tables.map(([table, count]) => `  ${table.padEnd(28)} ${count.toLocaleString('en-US').padStart(12)}`),
    'The book reconciles to $0.00.',
    `Logins, all with the password ${DEMO_PASSWORD}`,
    ...people.map(
      (person) => `  ${loginNameOf(person).padEnd(9)} ${person.email.padEnd(28)} ${person.purpose}`,
    ),
  ].join('\n');
}
