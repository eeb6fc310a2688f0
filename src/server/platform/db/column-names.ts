import { CamelCasePlugin } from 'kysely';

/** Converts between the names of columns and the code's names. Rows have the code's names when they leave the connection. */
export class ColumnNames extends CamelCasePlugin {
  readonly #known = new Map<string, string>();

  inCode(column: string): string {
    const known = this.#known.get(column);
    if (known !== undefined) return known;
    const name = this.camelCase(column);
    this.#known.set(column, name);
    return name;
  }

  override async transformResult({ result }: Parameters<CamelCasePlugin['transformResult']>[0]) {
    return result;
  }
}
