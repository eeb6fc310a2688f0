import { readFile } from 'node:fs/promises';

/** A field, and the fields within it where they are named too. */
export interface WireField {
  name: string;
  within: string[];
}

/** Appendix C of the requirements: by entity, the fields that its answer holds. */
export async function readWireFields(): Promise<Map<string, WireField[]>> {
  const page = await readFile(new URL('../../../docs/requirements.md', import.meta.url), 'utf8');
  const [, appendix = ''] = page.split('## C. Entities and wire fields');
  const rows = [...appendix.matchAll(/^\| ([^|]+) \| (.*`.*) \|$/gm)];
  return new Map(rows.map(([, entity = '', text = '']) => [entity, fieldsOf(answeredPart(text))]));
}

/** What stands after 'answers', or else all that comes before the first remark. */
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

/** The fields that an answer lacks. A list is looked into by its first row. */
export function lacking(value: unknown, fields: readonly WireField[]): string[] {
  const object = first(value);
  return fields.flatMap(({ name, within }) => {
    if (!(name in object)) return [name];
    const inner = first(object[name]);
    return within.filter((one) => !(one in inner)).map((one) => `${name}.${one}`);
  });
}

/** The fields that an answer has beyond those of its entities. */
export const beyond = (value: unknown, fields: readonly WireField[]): string[] =>
  Object.keys(first(value)).filter((name) => !fields.some((field) => field.name === name));

function first(value: unknown): Record<string, unknown> {
  const object = Array.isArray(value) ? value[0] : value;
  return typeof object === 'object' && object !== null ? (object as Record<string, unknown>) : {};
}
