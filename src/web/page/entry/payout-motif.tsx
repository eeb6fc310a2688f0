const WIDTH = 720;
const HEIGHT = 320;
const BAR_WIDTH = 22;
const BAR_GAP = 18;

/** Heights of imagined payouts, chosen by eye. */
const PAYOUTS = [38, 52, 46, 64, 58, 50, 72, 84, 70, 92, 88, 104, 96, 118, 126, 112, 140, 150];
const BARS = PAYOUTS.map((height, index) => ({ height, x: index * (BAR_WIDTH + BAR_GAP) + BAR_GAP / 2 }));

const RISE =
  'M0 262 C 70 254 96 222 160 214 S 262 214 318 178 S 424 132 486 128 S 588 76 640 60 S 694 44 720 38';

interface PayoutMotifProps {
  className: string | undefined;
}

/** Decoration: payouts as bars, and their running total as a line above them. */
export function PayoutMotif({ className }: PayoutMotifProps) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <linearGradient id="motif-area" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--panel-line)" stopOpacity="0.26" />
          <stop offset="1" stopColor="var(--panel-line)" stopOpacity="0.03" />
        </linearGradient>
      </defs>
      <g stroke="var(--panel-ink)" strokeOpacity="0.07">
        {[60, 140, 220].map((y) => (
          <line key={y} x1="0" x2={WIDTH} y1={y} y2={y} />
        ))}
      </g>
      <path d={`${RISE} V ${HEIGHT} H 0 Z`} fill="url(#motif-area)" />
      <g fill="var(--panel-line)" fillOpacity="0.16">
        {BARS.map(({ height, x }) => (
          <rect key={x} x={x} y={HEIGHT - height} width={BAR_WIDTH} height={height + 6} rx="4" />
        ))}
      </g>
      <path d={RISE} fill="none" stroke="var(--panel-line)" strokeWidth="2.5" strokeLinecap="round" />
      <circle cx="640" cy="60" r="12" fill="var(--panel-line)" fillOpacity="0.2" />
      <circle cx="640" cy="60" r="5" fill="var(--panel-line)" />
    </svg>
  );
}
