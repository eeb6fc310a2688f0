import type { ReactNode } from 'react';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DeskLink } from '../desk-link.tsx';
import classes from './desk-brand.module.css';

interface DeskBrandProps {
  name: ReactNode;
}

/** Whose desk it is. */
export const DeskBrand = ({ name }: DeskBrandProps) => (
  <DeskLink page="board" className={classes['brand']}>
    <Words name={name} />
  </DeskLink>
);

/** Holds its place where nothing can be followed yet: the build renders it without a router. */
export const DeskBrandSkeleton = () => (
  <span className={classes['brand']}>
    <Words name={<Skeleton characters={12} />} />
  </span>
);

const Words = ({ name }: DeskBrandProps) => (
  <>
    <BrandMark size={26} />
    <span className={classes['words']}>
      <span className={classes['name']}>{name}</span>
      <span className={classes['desk']}>Desk</span>
    </span>
  </>
);
