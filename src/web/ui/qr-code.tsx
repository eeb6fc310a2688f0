import { qrCode } from '../lib/qr-code.ts';

/** Light cells around the code, without which a camera does not find it. */
const MARGIN = 4;
const PIXELS = 184;

interface QrCodeProps {
  text: string;
  label: string;
}

/** Black on white in the dark as well: not every camera reads it the other way round. */
export function QrCode({ text, label }: QrCodeProps) {
  const rows = qrCode(text);
  const size = rows.length + 2 * MARGIN;
  const cells = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + MARGIN} ${y + MARGIN}h1v1h-1z`] : [])),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      width={PIXELS}
      height={PIXELS}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={cells.join('')} fill="#000" />
    </svg>
  );
}
