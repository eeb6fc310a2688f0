/**
 * The fields of requests whose texts may have several lines: what people write, what they paste or drop, the cells and headings of
 * spreadsheets, and passwords, which may have any character. Every other text of a body is one line.
 */
const SEVERAL_LINES = new Set([
  ...['iso_message', 'message', 'note', 'reason', 'difference_reason'],
  ...['pasted', 'text', 'file_name', 'search', 'q', 'syndicate_cc_emails', 'seen'],
  ...['constants', 'files', 'mapping', 'meanings', 'problems_left_out'],
  ...['password', 'oldpassword', 'confirm_password', 'client_secret'],
]);

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Whether a text that is one line, such as a name, has a line break or another control character. */
export function breaksLines(body: unknown): boolean {
  if (typeof body === 'string') return CONTROL.test(body.trim());
  if (typeof body !== 'object' || body === null) return false;
  return Object.entries(body).some(([name, part]) => !SEVERAL_LINES.has(name) && breaksLines(part));
}
