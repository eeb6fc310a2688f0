import classes from './invitation-words.module.css';

interface InvitationWordsProps {
  email: string;
}

/** Above the form, for somebody who is here for the first time. */
export function InvitationWords({ email }: InvitationWordsProps) {
  return (
    <p className={classes['words']}>
      Choose your password. You will then sign in as <strong className={classes['email']}>{email}</strong>.
    </p>
  );
}
