export interface PermissionDefinition {
  /** What its holder may do, as the documentation of the import and the desk describe it. */
  readonly about: string;
  /** The command-line option that switches it, as in `--fcs on`. */
  readonly option: string;
  /** Its flag in the operator's API and, for investors, its column in the import. */
  readonly field: string;
  /** The code of the refusal for a caller without it. */
  readonly refusal: string;
}
