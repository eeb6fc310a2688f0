/** The entry with what it imports, which loads the other chunks. build/check-chunks.ts fails the build if it imports one of them. */
const FIRST_LINES =
  /\/src\/web\/(index\.html|main\.ts|app\/prerendered\/prerendered-page\.ts|lib\/(trusted-html|browser-failures|at-desk)\.ts)$|\/src\/shared\/desk-start\.ts$|preload-helper|rolldown\/runtime/;
const REACT = /\/node_modules\/(react|react-dom|scheduler)\//;
const MANTINE = /\/node_modules\/(@mantine|@floating-ui|clsx)\/.*\.m?js$|\/src\/web\/app\/theme\.ts$/;

/**
 * Names the chunk of a module that every visit needs. There are three besides the entry, which can run one after the other; the bundler's
 * own splitting would make twenty, and 4 % more to download. The styles are one file.
 */
export function startChunk(id: string): string {
  if (FIRST_LINES.test(id)) return 'first';
  if (REACT.test(id)) return 'react';
  return MANTINE.test(id) ? 'mantine' : 'start';
}
