import classes from './pay-date-list.module.css';

export function PayDateListHead() {
  return (
    <div className={classes['head']}>
      <h2 className={classes['title']}>Pay dates</h2>
      <span>Net Pay</span>
    </div>
  );
}
