/** The keywords that begin a new line. */
const BREAK =
  /^(select|from|where|inner join|left join lateral|left join|join|on|and|or|group by|having|order by|limit|union all|intersect|with recursive|with(?! ordinality)|case)\b/i;

/** Lays out a statement on several lines, indented by its parentheses. Text in quotes is left unchanged. */
export function layOutSql(sql: string): string {
  const text = sql.replace(/\s+/g, ' ').trim();
  let depth = 0;
  let out = '';
  for (let place = 0; place < text.length; ) {
    const rest = text.slice(place);
    const quoted = /^'(?:[^']|'')*'|^"[^"]*"/.exec(rest)?.[0];
    if (quoted) {
      out += quoted;
      place += quoted.length;
      continue;
    }
    const isWordStart = place === 0 || /[\s(]/.test(text[place - 1] ?? '');
    const keyword = isWordStart ? BREAK.exec(rest)?.[0] : undefined;
    if (keyword) {
      // The bounds of a between stay on its line.
      const isOfBetween = keyword === 'and' && /\bbetween\b[^\n]*$/.test(out);
      if (out !== '' && !isOfBetween) out = `${out.trimEnd()}\n${indented(depth, keyword)}`;
      out += keyword;
      place += keyword.length;
      continue;
    }
    const sign = text[place] ?? '';
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    out += sign;
    place += 1;
  }
  return out;
}

const indented = (depth: number, keyword: string): string =>
  '  '.repeat(depth + (/^(and|or|on)$/i.test(keyword) ? 1 : 0));
