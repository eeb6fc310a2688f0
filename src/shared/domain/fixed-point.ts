/** Divides once and rounds half away from zero. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const remainder = numerator % denominator;
  if (2n * magnitude(remainder) < magnitude(denominator)) return quotient;
  return numerator < 0n === denominator < 0n ? quotient + 1n : quotient - 1n;
}

/** Writes a whole number of 1/10^decimals units as a decimal: 12345 with 2 decimals is '123.45'. */
export function unitsToDecimal(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = magnitude(units)
    .toString()
    .padStart(decimals + 1, '0');
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Displayed amounts use the true minus sign, which is as wide as a digit and never breaks onto another line. */
export function withDisplayMinus(decimal: string): string {
  return decimal.replace('-', '\u2212');
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}
