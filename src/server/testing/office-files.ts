import { officeFile } from './sample-files.ts';

/** Office files with the parts that Word, Excel and LibreOffice write, and places to plant something bad in them. */

type Parts = Readonly<Record<string, Buffer | string>>;

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n${text}`;
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

export const relationships = (...inside: string[]): string =>
  xml(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside.join('')}</Relationships>`,
  );

let lastId = 0;
export const relationship = (type: string, target: string, more = ''): string => {
  lastId += 1;
  return `<Relationship Id="rId${lastId}" Type="${TYPES}/${type}" Target="${target}"${more && ` ${more}`}/>`;
};

export const EXTERNAL = 'TargetMode="External"';

const buffers = (parts: Parts) =>
  Object.fromEntries(Object.entries(parts).map(([name, content]) => [name, Buffer.from(content)]));

const AROUND = {
  '_rels/.rels': relationships(
    relationship('officeDocument', 'word/document.xml'),
    relationship('extended-properties', 'docProps/app.xml'),
  ),
  'docProps/app.xml': xml('<Properties/>'),
  'docProps/core.xml': xml('<coreProperties/>'),
  'docProps/custom.xml': xml('<Properties/>'),
  'docProps/thumbnail.jpeg': Buffer.from('ffd8ffe0', 'hex'),
  'docMetadata/LabelInfo.xml': xml('<labelList/>'),
  'customXml/item1.xml': xml('<sources/>'),
  'customXml/itemProps1.xml': xml('<datastoreItem/>'),
  'customXml/_rels/item1.xml.rels': relationships(relationship('customXmlProps', 'itemProps1.xml')),
};

/** As Word writes a contract: with a letterhead, footnotes, links to a web page and a mail address, and a font. */
export const honestWordFile = (planted: Parts = {}): Promise<Buffer> =>
  officeFile(
    'word',
    buffers({
      ...AROUND,
      'word/_rels/document.xml.rels': relationships(
        relationship('styles', 'styles.xml'),
        relationship('image', 'media/image1.png'),
        relationship('hyperlink', 'https://harbor.example/terms?a=1&amp;b=2', EXTERNAL),
        relationship('hyperlink', 'mailto:desk@harbor.example', EXTERNAL),
        relationship('customXml', '../customXml/item1.xml'),
      ),
      'word/styles.xml': xml('<styles/>'),
      'word/settings.xml': xml('<settings/>'),
      'word/webSettings.xml': xml('<webSettings/>'),
      'word/fontTable.xml': `\uFEFF${xml('<fonts/>')}`,
      'word/_rels/fontTable.xml.rels': relationships(relationship('font', 'fonts/font1.odttf')),
      'word/fonts/font1.odttf': Buffer.alloc(64, 7),
      'word/theme/theme1.xml': xml('<theme/>'),
      'word/footnotes.xml': xml('<footnotes/>'),
      'word/header1.xml': xml('<hdr/>'),
      'word/glossary/document.xml': xml('<glossaryDocument/>'),
      'word/media/image1.png': PNG,
      'word/media/image2.emf': Buffer.from('0100000058000000', 'hex'),
      ...planted,
    }),
  );

/** As Excel writes a book: with shared texts, comments, a pivot table, a printer and a link. */
export const honestSpreadsheet = (planted: Parts = {}): Promise<Buffer> =>
  officeFile(
    'excel',
    buffers({
      ...AROUND,
      'xl/_rels/workbook.xml.rels': relationships(
        relationship('worksheet', 'worksheets/sheet1.xml'),
        relationship('sharedStrings', 'sharedStrings.xml'),
      ),
      'xl/sharedStrings.xml': xml('<sst/>'),
      'xl/styles.xml': xml('<styleSheet/>'),
      'xl/calcChain.xml': xml('<calcChain/>'),
      'xl/worksheets/sheet1.xml': xml('<worksheet/>'),
      'xl/worksheets/_rels/sheet1.xml.rels': relationships(
        relationship('printerSettings', '../printerSettings/printerSettings1.bin'),
        relationship('vmlDrawing', '../drawings/vmlDrawing1.vml'),
        relationship('hyperlink', 'https://harbor.example/', EXTERNAL),
      ),
      'xl/printerSettings/printerSettings1.bin': Buffer.from('Brother HL\0', 'utf16le'),
      'xl/drawings/vmlDrawing1.vml': '<xml xmlns:v="urn:schemas-microsoft-com:vml"></xml>',
      'xl/comments1.xml': xml('<comments/>'),
      'xl/tables/table1.xml': xml('<table/>'),
      'xl/pivotCache/pivotCacheDefinition1.xml': xml('<pivotCacheDefinition/>'),
      'xl/media/image1.png': PNG,
      ...planted,
    }),
  );

/** A chart, with the book that has its figures. */
export const chartWith = (book: Buffer): Parts => ({
  'word/charts/chart1.xml': xml('<chartSpace/>'),
  'word/charts/_rels/chart1.xml.rels': relationships(
    relationship('package', '../embeddings/Microsoft_Excel_Worksheet.xlsx'),
  ),
  'word/embeddings/Microsoft_Excel_Worksheet.xlsx': book,
});
