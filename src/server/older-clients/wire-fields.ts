import { readFile } from 'node:fs/promises';

/** A field and, if the specification names them, the fields inside it. */
export interface WireField {
  name: string;
  within: string[];
}

/** Reads appendix C of the requirements: the fields of each entity's answer. */
export async function readWireFields(): Promise<Map<string, WireField[]>> {
  const page = await readFile(new URL('../../../docs/requirements.md', import.meta.url), 'utf8');
  const [, appendix = ''] = page.split('## C. Entities and wire fields');
  const rows = [...appendix.matchAll(/^\| ([^|]+) \| (.*`.*) \|$/gm)];
  return new Map(rows.map(([, entity = '', text = '']) => [entity, fieldsOf(answeredPart(text))]));
}

/** The text after 'answers' or, without that word, everything before the first remark. */
function answeredPart(text: string): string {
  const parts = text.replaceAll(/ \([^()`]*\)/g, '').split('; ');
  const answered = parts.find((part) => part.startsWith('answers '));
  return answered ?? parts[0] ?? '';
}

const fieldsOf = (text: string): WireField[] =>
  [...text.matchAll(/`(\w+)`(?: \(([^()]*)\))?/g)].map(([, name = '', within = '']) => ({
    name,
    within: [...within.matchAll(/`(\w+)`/g)].map(([, inner = '']) => inner),
  }));

/** The fields that an answer lacks. For a list, the first row is checked. */
export function lacking(value: unknown, fields: readonly WireField[]): string[] {
  const object = first(value);
  return fields.flatMap(({ name, within }) => {
    if (!(name in object)) return [name];
    const inner = first(object[name]);
    return within.filter((one) => !(one in inner)).map((one) => `${name}.${one}`);
  });
}

/** The fields of an answer that its entities do not have. */
export const beyond = (value: unknown, fields: readonly WireField[]): string[] =>
  Object.keys(first(value)).filter((name) => !fields.some((field) => field.name === name));

function first(value: unknown): Record<string, unknown> {
  const object = Array.isArray(value) ? value[0] : value;
  return typeof object === 'object' && object !== null ? (object as Record<string, unknown>) : {};
}
