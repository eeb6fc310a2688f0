import { toSvgPath } from 'lean-qr/extras/svg';
import { correction, generate } from 'lean-qr/nano';

/** A QR code as the path of an SVG in which one unit is one cell; `size` is the number of cells on each side, without a margin. */
export function qrCode(text: string): { size: number; path: string } {
  // Level M can still be read when 15 % of the code is hidden.
  const code = generate(text, { minCorrectionLevel: correction.M });
  return { size: code.size, path: toSvgPath(code) };
}
