import { qrCode } from '../lib/qr-code.ts';

/** Light cells around the code. Without them a camera does not find it. */
const MARGIN = 4;
const PIXELS = 184;

interface QrCodeProps {
  text: string;
  label: string;
}

/** Black on white in dark mode as well, because not every camera reads an inverted code. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = qrCode(text);
  const side = size + 2 * MARGIN;
  return (
    <svg
      role="img"
      aria-label={label}
      width={PIXELS}
      height={PIXELS}
      viewBox={`${-MARGIN} ${-MARGIN} ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect x={-MARGIN} y={-MARGIN} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
