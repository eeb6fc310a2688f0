import { Skeleton } from '../../ui/skeleton.tsx';
import { DeskBrand } from './desk-brand.tsx';
import { DeskFrame } from './desk-frame.tsx';

/** Shown while the session is being restored. */
export function DeskSkeleton() {
  const brand = <DeskBrand name={<Skeleton characters={12} />} />;
  return (
    <DeskFrame side={brand} bar={brand}>
      {null}
    </DeskFrame>
  );
}
