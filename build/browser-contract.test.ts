import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { withoutServersPart } from './browser-contract.ts';

const leftOf = (code: string) => withoutServersPart(code, parseAst(code)).replaceAll(/\s+/g, ' ').trim();

test('the browser gets of an endpoint what it calls it by, and nothing that only the server reads', () => {
  expect(
    leftOf(`export const contract = {
      board: endpoint({
        method: 'GET',
        path: '/board',
        access: 'staff',
        needs: ['view-desk'],
        records: ['a', 'b'],
        summary:
          'What waits, and for how long.',
        isCommand: true,
        refusals: ['not_found']
      }),
    };`),
  ).toBe(
    "export const contract = { board: endpoint({ method: 'GET', path: '/board', access: 'staff', isCommand: true, }), };",
  );
});

test('fields of the same name elsewhere stay', () => {
  const code = `const shown = wireObject({ summary: ['summary', z.string()], records: 2 });`;
  expect(leftOf(code)).toBe(code);
  const nested = `endpoint({ response: wireObject({ summary: ['summary', z.string()] }) });`;
  expect(leftOf(nested)).toBe(nested);
});
