import type { CSSProperties } from 'react';
import { brandPalette } from '../../../../shared/domain/brand-color.ts';
import { BrandMark } from '../../../ui/brand-mark.tsx';
import classes from './brand-preview.module.css';

interface BrandPreviewProps {
  name: string;
  /** Null while it is none that can be used. */
  color: string | null;
}

const SCHEMES = ['light', 'dark'] as const;

/** How the sign-in page, a strip of figures and a mail look with this name and color, in both schemes. Mails keep the portal's own green. */
export function BrandPreview({ name, color }: BrandPreviewProps) {
  const palette = color === null ? null : brandPalette(color);
  return (
    <div className={classes['both']} role="img" aria-label={`Preview of ${name} in light and dark`}>
      {SCHEMES.map((scheme) => (
        <div
          key={scheme}
          className={classes[scheme]}
          data-off={palette === null || undefined}
          style={palette ? ({ ...palette.light, ...palette[scheme] } as CSSProperties) : undefined}
          aria-hidden="true"
        >
          <div className={classes['panel']}>
            <BrandMark size={22} />
            <span className={classes['name']}>{name || 'Name'}</span>
          </div>
          <div className={classes['page']}>
            <div className={classes['strip']}>
              <Figure label="Paid out" value="$807,310.27" />
              <Figure label="Balance" value="$184,250.37" />
            </div>
            <span className={classes['button']}>Sign in</span>
            <span className={classes['link']}>Forgot password?</span>
            <div className={classes['mail']}>
              <b>Your access to the portal of {name || 'Name'}</b>
              <span className={classes['mailButton']}>Choose your password</span>
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <span>{label}</span>
    <b>{value}</b>
  </div>
);
