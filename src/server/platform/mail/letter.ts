import { MAIL_STYLES, STYLE } from './letter-styles.ts';

export interface Letter {
  subject: string;
  /** The heading, where the subject would be too long for one. */
  heading?: string;
  /** Plain sentences, one per paragraph. */
  paragraphs: string[];
  figures?: FigureTable[];
  /** Several things that happened, each with its own link. */
  parts?: Part[];
  action?: Action;
  /** The small print at the end. */
  closing?: string[];
  /** A link in the small print, which is no button. */
  closingLink?: Action;
}

interface Part {
  title: string;
  text: string;
  url: string;
}

interface Action {
  label: string;
  url: string;
}

/** A table with names on the left and figures on the right. */
export interface FigureTable {
  title: string;
  rows: { label: string; value: string; isTotal?: boolean }[];
}

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The layout of every mail: a text part for every reader, and the same content as HTML. */
export function layOut(letter: Letter): { subject: string; text: string; html: string } {
  return { subject: letter.subject, text: textOf(letter), html: htmlOf(letter) };
}

function textOf({ paragraphs, figures = [], parts = [], action, closing = [], closingLink }: Letter): string {
  const tables = figures.map(({ title, rows }) => {
    const labels = Math.max(...rows.map(({ label }) => label.length));
    const values = Math.max(...rows.map(({ value }) => value.length));
    const lines = rows.map(({ label, value }) => `  ${label.padEnd(labels)}  ${value.padStart(values)}`);
    return [title, ...lines].join('\n');
  });
  const link = action ? [`${action.label}: ${action.url}`] : [];
  const happened = parts.map(({ title, text, url }) => [title, text, url].join('\n'));
  const last = closingLink ? [`${closingLink.label}: ${closingLink.url}`] : [];
  return [...paragraphs, ...tables, ...happened, ...link, ...closing, ...last].join('\n\n');
}

const part = (tag: string, name: keyof typeof STYLE, content: string, attributes = '') =>
  `<${tag}${attributes} class="${name}" style="${STYLE[name]}">${content}</${tag}>`;

const paragraph = (name: 'paragraph' | 'closing') => (text: string) => part('p', name, escapeHtml(text));

function tableHtml({ title, rows }: FigureTable): string {
  const lines = rows.map(({ label, value, isTotal }) => {
    const name = part('th', isTotal ? 'totalLabel' : 'label', escapeHtml(label), ' scope="row"');
    return `<tr>${name}${part('td', isTotal ? 'totalValue' : 'value', escapeHtml(value))}</tr>`;
  });
  return part('table', 'table', `${part('caption', 'caption', escapeHtml(title))}${lines.join('')}`);
}

function htmlOf({
  subject,
  heading = subject,
  paragraphs,
  figures = [],
  parts = [],
  action,
  closing = [],
  closingLink,
}: Letter): string {
  const body = [
    part('h1', 'heading', escapeHtml(heading)),
    ...paragraphs.map(paragraph('paragraph')),
    ...figures.map(tableHtml),
    ...parts.map(partHtml),
    ...(action ? [buttonHtml(action), addressHtml(action)] : []),
    ...closing.map(paragraph('closing')),
    ...(closingLink ? [part('p', 'closing', linkHtml(closingLink))] : []),
  ].join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${MAIL_STYLES}</style></head>
${part('body', 'page', part('div', 'column', part('div', 'card', body)))}</html>`;
}

const linkHtml = ({ label, url }: Action) =>
  part('a', 'link', escapeHtml(label), ` href="${escapeHtml(url)}"`);

const partHtml = ({ title, text, url }: Part) =>
  part('p', 'part', `${linkHtml({ label: title, url })}<br>${escapeHtml(text)}`);

const buttonHtml = ({ label, url }: Action) =>
  `<p style="margin:24px 0">${part('a', 'button', escapeHtml(label), ` href="${escapeHtml(url)}"`)}</p>`;

/** The link in full, for readers whose mail program shows no button or who want to see where it leads. */
const addressHtml = ({ url }: Action) =>
  part('p', 'closing', `Or open this address:<br>${part('span', 'address', escapeHtml(url))}`);

/** Names may contain line breaks, and a subject must be one line. */
export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

export const questionsTo = (supportEmail: string) => `Questions? Write to ${supportEmail}.`;
