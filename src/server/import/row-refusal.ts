/** A row that cannot be imported, for a reason that its author can fix. */
export class RowRefusal extends Error {
  readonly column: string;

  constructor(column: string, reason: string) {
    super(reason);
    this.name = 'RowRefusal';
    this.column = column;
  }
}
