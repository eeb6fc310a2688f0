interface LegendLineProps {
  color: string;
  dash?: string | undefined;
}

/** A piece of a chart's line, for the list that says what each line is. */
export const LegendLine = ({ color, dash }: LegendLineProps) => (
  <svg width="26" height="8" aria-hidden="true" focusable="false">
    <line x1="0" y1="4" x2="26" y2="4" strokeWidth="2.5" strokeDasharray={dash} style={{ stroke: color }} />
  </svg>
);
