const LABEL = 'padding:6px 12px 6px 0;border-top:1px solid #e4e7ea;text-align:left;vertical-align:top';
const VALUE =
  'padding:6px 0;border-top:1px solid #e4e7ea;text-align:right;vertical-align:top;white-space:nowrap;font-variant-numeric:tabular-nums';

/** Inline styles, because many mail programs ignore style sheets. The colors are light; mail programs can invert those. */
export const STYLE = {
  page: "margin:0;background:#f6f7f8;color:#14191f;font:16px/1.5 Inter,-apple-system,'Segoe UI',sans-serif",
  column: 'max-width:560px;margin:0 auto;padding:32px 16px',
  card: 'background:#ffffff;border:1px solid #e4e7ea;border-radius:10px;padding:32px',
  heading: 'margin:0 0 16px;font-size:20px;line-height:1.3',
  paragraph: 'margin:0 0 16px',
  table: 'width:100%;margin:24px 0;border-collapse:collapse;font-size:15px',
  caption: 'padding:0 0 8px;text-align:left;font-weight:600;font-size:16px',
  label: `${LABEL};font-weight:400;color:#57616c`,
  value: VALUE,
  totalLabel: `${LABEL};font-weight:600`,
  totalValue: `${VALUE};font-weight:600`,
  button:
    'display:inline-block;padding:12px 20px;border-radius:8px;background:#0b6b5d;color:#ffffff;text-decoration:none;font-weight:600',
  part: 'margin:0;padding:14px 0;border-top:1px solid #e4e7ea',
  link: 'color:#0b6b5d;font-weight:600',
  address: 'word-break:break-all',
  closing: 'margin:0 0 8px;font-size:13px;color:#57616c',
} as const;

/** For mail programs that read a style sheet: the portal's dark colors, and less padding on a phone. */
export const MAIL_STYLES = `@media (max-width:480px){.column{padding:12px 8px!important}.card{padding:24px 20px!important}.value{white-space:normal!important}}
@media (prefers-color-scheme:dark){.page{background:#0e1114!important;color:#eef1f4!important}.card{background:#15191d!important;border-color:#262c32!important}.label,.value,.totalLabel,.totalValue,.part{border-color:#262c32!important}.link{color:#3ecfb8!important}.label,.closing{color:#a3adb8!important}.button{background:#3ecfb8!important;color:#08211d!important}}`;
