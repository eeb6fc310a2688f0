export interface Letter {
  subject: string;
  /** Plain sentences, one per paragraph. */
  paragraphs: string[];
  action?: { label: string; url: string };
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The portal's letters look alike: a text part for every reader, and the same in calm HTML. */
export function layOut({ subject, paragraphs, action }: Letter): {
  subject: string;
  text: string;
  html: string;
} {
  const text = [...paragraphs, ...(action ? [`${action.label}: ${action.url}`] : [])].join('\n\n');
  const body = paragraphs
    .map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`)
    .join('');
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0b6b5d;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>`
    : '';
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f6f7f8;color:#14191f;font:16px/1.5 Inter,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px 16px"><div style="background:#ffffff;border:1px solid #e4e7ea;border-radius:10px;padding:32px">
<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(subject)}</h1>${body}${button}</div></div></body></html>`;
  return { subject, text, html };
}
