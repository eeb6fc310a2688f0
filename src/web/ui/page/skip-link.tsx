import classes from './skip-link.module.css';

/** Leads past the navigation to the page's content. Seen only while it has the focus. */
export const SkipLink = () => (
  <a href="#main" className={classes['skip']}>
    Skip to content
  </a>
);
