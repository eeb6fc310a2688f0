/** In quotes, and with an apostrophe before what a spreadsheet would take for a formula. */
export function csvCell(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text);
  return `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"`;
}
