/** Quotes the text, and puts an apostrophe before text that a spreadsheet would treat as a formula. */
export function csvCell(text: string): string {
  // Some programs take the wide signs of East Asian keyboards for the narrow ones.
  const isFormula = /^[=+\-@\t\r\n＝＋－＠]/.test(text);
  return `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"`;
}
