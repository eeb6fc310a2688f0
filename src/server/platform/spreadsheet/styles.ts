import type { Kind } from './values.ts';

export type Look = 'plain' | 'struck' | 'total';

const LOOKS: readonly Look[] = ['plain', 'struck', 'total'];

/** Number formats below 164 are built in. The others are defined in the style sheet. */
const FORMATS: Readonly<Record<Kind, number>> = { text: 0, date: 164, money: 165, percent: 10, count: 3 };
const KINDS = Object.keys(FORMATS) as readonly Kind[];

/** The first style is the default for cells without one. */
export const styleOf = (kind: Kind, look: Look): number =>
  1 + LOOKS.indexOf(look) * KINDS.length + KINDS.indexOf(kind);

export const HEADER_STYLE = 1 + LOOKS.length * KINDS.length;

const FONTS: Readonly<Record<Look | 'header', number>> = { plain: 0, struck: 1, total: 2, header: 2 };
const LINE_ABOVE = 1;
const LINE_BELOW = 2;

const cellFormat = (format: number, font: number, border = 0) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="${border}" xfId="0" applyNumberFormat="1" applyFont="1" applyBorder="1"/>`;

const cellFormats = [
  cellFormat(0, 0),
  ...LOOKS.flatMap((look) =>
    KINDS.map((kind) => cellFormat(FORMATS[kind], FONTS[look], look === 'total' ? LINE_ABOVE : 0)),
  ),
  cellFormat(0, FONTS.header, LINE_BELOW),
];

const font = (more = '') => `<font>${more}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`;
const border = (side = '') =>
  `<border><left/><right/>${side === 'top' ? '<top style="thin"/>' : '<top/>'}${side === 'bottom' ? '<bottom style="thin"/>' : '<bottom/>'}<diagonal/></border>`;

export const STYLES_XML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="164" formatCode="mm/dd/yyyy"/><numFmt numFmtId="165" formatCode="&quot;$&quot;#,##0.00;\\-&quot;$&quot;#,##0.00"/></numFmts><fonts count="3">${font()}${font('<strike/>')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="3">${border()}${border('top')}${border('bottom')}</borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cellFormats.length}">${cellFormats.join('')}</cellXfs></styleSheet>`;
