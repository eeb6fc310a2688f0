import PDFDocument from 'pdfkit';

export type PdfDocument = InstanceType<typeof PDFDocument>;
export type PdfElement = ReturnType<PdfDocument['struct']>;

/** A Letter page in points. */
export const PAGE = { width: 612, height: 792 } as const;

interface Opening {
  title: string;
  author: string;
  /** Part of the file, so that the same content has the same bytes whenever it is made. */
  madeOn: Date;
  margin: number;
}

/** A document of Letter pages, tagged for screen readers. Its pages stay open until the end, so that each can say how many there are. */
export function openPdf({ title, author, madeOn, margin }: Opening): PdfDocument {
  return new PDFDocument({
    size: 'LETTER',
    margins: { top: margin, bottom: margin, left: margin, right: margin },
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'en-US',
    bufferPages: true,
    info: { Title: title, Author: author, CreationDate: madeOn },
  });
}

export function bytesOfPdf(document: PdfDocument): Buffer {
  document.end();
  const chunks: Buffer[] = [];
  for (let chunk = document.read(); chunk !== null; chunk = document.read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

type ElementKind = 'P' | 'H1' | 'H2' | 'TH' | 'TD';

/** What is drawn is one element of what a screen reader reads. */
export const tagged = (document: PdfDocument, parent: PdfElement, kind: ElementKind, draw: () => void) =>
  parent.add(document.struct(kind, {}, draw));

/** An element of other elements. */
export function group(
  document: PdfDocument,
  parent: PdfElement,
  kind: 'Table' | 'TR' | 'Sect',
  fill: (element: PdfElement) => void,
): void {
  const element = document.struct(kind);
  parent.add(element);
  fill(element);
  element.end();
}

/** Decoration, which a screen reader passes over. */
export function decorate(document: PdfDocument, draw: () => void): void {
  document.markContent('Artifact', { type: 'Layout' });
  draw();
  document.endMarkedContent();
}

interface Rule {
  x: number;
  y: number;
  width: number;
  color: string;
  thickness: number;
}

export const rule = (document: PdfDocument, { x, y, width, color, thickness }: Rule): void =>
  decorate(document, () =>
    document
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(thickness)
      .strokeColor(color)
      .stroke(),
  );
