import classes from './visually-hidden.module.css';

/** The class of elements that only screen readers perceive. */
export const visuallyHidden = classes['visuallyHidden'] ?? '';
