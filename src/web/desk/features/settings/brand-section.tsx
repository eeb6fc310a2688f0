import { TextInput } from '@mantine/core';
import { contrast, isBrandColor } from '../../../../shared/domain/brand-color.ts';
import { fieldLook } from '../../../ui/form/field-look.ts';
import { Section } from '../../../ui/page/section.tsx';
import { BrandPreview } from './brand-preview.tsx';
import { LastChange, SettingForm } from './setting-parts.tsx';
import type { AllSettings } from './settings.api.ts';
import classes from './settings.module.css';
import { useSectionForm } from './use-section-form.ts';

/** The name and the color of the portal, with how they will look. */
export function BrandSection({ all }: { all: AllSettings }) {
  const form = useSectionForm(all.settings);
  const color = form.valueOf('brandColor').trim().toLowerCase();
  const isColor = /^#[0-9a-f]{6}$/.test(color);
  const name = form.valueOf('name');
  return (
    <Section
      title="Name and color"
      lead="The name is on every page and in every mail, the color on the pages at your own address; mails keep the portal's green. The preview shows it before you save."
    >
      <SettingForm form={form} all={all}>
        <div className={classes['pair']}>
          <TextInput
            {...fieldLook}
            label="Name of the portal"
            maxLength={80}
            value={name}
            onChange={({ currentTarget }) => form.change('name', currentTarget.value)}
          />
          <div className={classes['colors']}>
            <TextInput
              {...fieldLook}
              label="Brand color"
              maxLength={7}
              value={form.valueOf('brandColor')}
              onChange={({ currentTarget }) =>
                form.change('brandColor', currentTarget.value.trim().toLowerCase())
              }
            />
            <input
              type="color"
              className={classes['color']}
              aria-label="Choose the brand color"
              value={isColor ? color : '#000000'}
              onChange={({ currentTarget }) => form.change('brandColor', currentTarget.value)}
            />
          </div>
        </div>
        <p className={classes['quiet']} role="status">
          {contrastInWords(color, isColor)}
        </p>
        <BrandPreview name={name} color={isColor && isBrandColor(color) ? color : null} />
        <LastChange all={all} of={['name', 'brandColor']} />
      </SettingForm>
    </Section>
  );
}

/** By the rule of the server: white text has to be readable on it. */
function contrastInWords(color: string, isColor: boolean): string {
  if (!isColor) return 'A color is written as #0b6b5d.';
  const ratio = (Math.floor(contrast(color, '#ffffff') * 10) / 10).toFixed(1);
  return isBrandColor(color)
    ? `White text on it has a contrast of ${ratio} to 1, which is readable (4.5 is needed). In the dark, a lighter shade with dark text is used.`
    : `White text on it has a contrast of ${ratio} to 1, and 4.5 is needed. Please take a darker one.`;
}
