import classes from './invitation-intro.module.css';

interface InvitationIntroProps {
  email: string;
}

/** Shown above the form to a user who was invited. */
export function InvitationIntro({ email }: InvitationIntroProps) {
  return (
    <p className={classes['words']}>
      Choose your password. You will then sign in as <strong className={classes['email']}>{email}</strong>.
    </p>
  );
}
