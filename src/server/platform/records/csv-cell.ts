/** Quotes the text, and puts an apostrophe before text that a spreadsheet would treat as a formula. */
export function csvCell(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text);
  return `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"`;
}
