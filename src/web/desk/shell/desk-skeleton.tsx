import { DeskBrandSkeleton } from './desk-brand.tsx';
import { DeskFrame } from './desk-frame.tsx';

/** Shown while the session is being restored. */
export const DeskSkeleton = () => (
  <DeskFrame side={<DeskBrandSkeleton />} bar={<DeskBrandSkeleton />}>
    {null}
  </DeskFrame>
);
