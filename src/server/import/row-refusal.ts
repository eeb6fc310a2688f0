/** A row that cannot be taken, for a reason that its writer can mend. */
export class RowRefusal extends Error {
  readonly column: string;

  constructor(column: string, reason: string) {
    super(reason);
    this.name = 'RowRefusal';
    this.column = column;
  }
}
