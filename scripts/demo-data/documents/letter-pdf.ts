import PDFDocument from 'pdfkit';

const MARGIN = 72;
const WIDTH = 612 - 2 * MARGIN;
const INK = '#14191f';
const QUIET = '#57616c';

export interface Letter {
  from: string;
  /** The color of the funder, as '#0b6b5d'. */
  color: string;
  to: string;
  /** As it stands on the letter, for example '01/29/2026'. */
  date: string;
  title: string;
  paragraphs: readonly string[];
}

/** A letter-size page with the same bytes each time. */
export function letterPdf({ from, color, to, date, title, paragraphs }: Letter): Uint8Array {
  const document = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    lang: 'en-US',
    info: { Title: title, Author: from, CreationDate: new Date('2026-01-01T12:00:00Z') },
  });
  document.rect(0, 0, 612, 8).fill(color);
  document.font('Helvetica-Bold').fontSize(15).fillColor(INK).text(from, MARGIN, 54);
  document.font('Helvetica').fontSize(10).fillColor(QUIET).text(date, MARGIN, 60, { align: 'right' });
  document.fillColor(INK).text(to, MARGIN, 112);
  document.font('Helvetica-Bold').fontSize(13).text(title, MARGIN, 150, { width: WIDTH });
  document.font('Helvetica').fontSize(10.5);
  for (const paragraph of paragraphs) document.moveDown().text(paragraph, { width: WIDTH, lineGap: 3 });
  document.page.margins.bottom = 0;
  document.fontSize(8.5).fillColor(QUIET).text('Demonstration data. Nobody has agreed to it.', MARGIN, 748);
  document.end();
  const chunks: Buffer[] = [];
  for (let chunk = document.read(); chunk !== null; chunk = document.read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}
