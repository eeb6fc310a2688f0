interface BrandMarkProps {
  size?: number;
}

/** Three rising bars on the brand color. Both colors come from the tokens, for the light and the dark scheme. */
export function BrandMark({ size = 24 }: BrandMarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--mark, var(--brand))" />
      <g fill="var(--mark-bars, var(--on-brand))">
        <rect x="8" y="17" width="4" height="7" rx="1.2" />
        <rect x="14" y="13" width="4" height="11" rx="1.2" />
        <rect x="20" y="8" width="4" height="16" rx="1.2" />
      </g>
    </svg>
  );
}
