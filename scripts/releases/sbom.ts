/** The parts of a CycloneDX document that we look at. */
export interface Sbom {
  bomFormat: string;
  specVersion: string;
  serialNumber: string;
  metadata: { timestamp: string; component: { name: string; version: string } };
  components: { name: string; version: string; purl: string }[];
}

interface Lock {
  packages: Record<string, { version?: string }>;
}

/** The packages that are installed, as name@version, which the document does not name. */
export function missingFromSbom(sbom: Sbom, installed: Lock): string[] {
  const listed = new Set(sbom.components.map(({ name, version }) => `${name}@${version}`));
  return Object.entries(installed.packages)
    .filter(([at]) => at.startsWith('node_modules/'))
    .map(([at, { version }]) => `${at.slice(at.lastIndexOf('node_modules/') + 13)}@${version}`)
    .filter((one) => !listed.has(one));
}
