import classes from './unseen.module.css';

/** For those who listen: in the page, out of sight. */
export const unseen = classes['unseen'] ?? '';
