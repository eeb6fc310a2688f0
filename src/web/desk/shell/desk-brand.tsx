import type { ReactNode } from 'react';
import { BrandMark } from '../../ui/brand-mark.tsx';
import { DeskLink } from '../desk-link.tsx';
import classes from './desk-brand.module.css';

interface DeskBrandProps {
  name: ReactNode;
}

/** Whose desk it is. */
export const DeskBrand = ({ name }: DeskBrandProps) => (
  <DeskLink page="board" className={classes['brand']}>
    <BrandMark size={26} />
    <span className={classes['words']}>
      <span className={classes['name']}>{name}</span>
      <span className={classes['desk']}>Desk</span>
    </span>
  </DeskLink>
);
