import type { Plugin, Rolldown } from 'vite';
import type { Endpoint } from '../src/shared/contract/endpoint.ts';

/** What only the server and the documentation read of an endpoint. */
const OF_SERVER: ReadonlySet<string> = new Set<keyof Endpoint>([
  'summary',
  'scope',
  'guests',
  'needs',
  'needsFreshFactor',
  'readsOneMoment',
  'records',
  'recordsUse',
  'refusals',
  'maxBodyBytes',
  'opensTransactions',
  'takes',
  'takesForm',
  'openBefore',
  'changesAccount',
]);

interface Node {
  type: string;
  start: number;
  end: number;
}

/** Leaves out of the browser's files what only the server reads of the contract: 2 kB of an investor's first page, compressed. */
export function browserContract(): Plugin {
  return {
    name: 'contract of the browser',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/shared\/contract\/[\w-]+\.ts$/ },
      handler(code) {
        return { code: withoutServersPart(code, this.parse(code)), map: null };
      },
    },
  };
}

export function withoutServersPart(
  code: string,
  program: ReturnType<Rolldown.PluginContext['parse']>,
): string {
  let left = code;
  // From the end on, so that the places before stay where they are.
  for (const { start, end } of serversParts(program).toSorted((one, other) => other.start - one.start)) {
    const comma = /^\s*,/.exec(left.slice(end))?.[0].length ?? 0;
    left = left.slice(0, start) + left.slice(end + comma);
  }
  return left;
}

function serversParts(node: unknown): Node[] {
  if (typeof node !== 'object' || node === null) return [];
  if (!isCallOfEndpoint(node)) return Object.values(node).flatMap(serversParts);
  return node.arguments.flatMap(({ properties = [] }) =>
    properties.filter(({ key }) => key !== undefined && OF_SERVER.has(key.name ?? '')),
  );
}

interface CallOfEndpoint extends Node {
  arguments: { properties?: (Node & { key?: { name?: string } })[] }[];
}

const isCallOfEndpoint = (node: object): node is CallOfEndpoint => {
  const { type, callee } = node as { type?: string; callee?: { name?: string } };
  return type === 'CallExpression' && callee?.name === 'endpoint';
};
