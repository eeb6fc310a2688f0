import { Button, Checkbox, Loader, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { fieldLook } from '../../ui/field-look.ts';
import { FormAlert } from '../../ui/form-alert.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import classes from './sign-in-form.module.css';
import { useSignIn } from './use-sign-in.ts';

const LONGEST_LOGIN_NAME = 254;

export function SignInForm() {
  const { form, errors, failure, isPending, submit, clearError } = useSignIn();
  return (
    <form ref={form} className={classes['form']} onSubmit={submit} noValidate aria-busy={isPending}>
      <FormAlert message={failure} />
      <TextInput
        {...fieldLook}
        name="loginName"
        label="E-mail or username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LONGEST_LOGIN_NAME}
        error={errors.loginName}
        onChange={() => clearError('loginName')}
      />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="current-password"
        error={errors.password}
        onChange={() => clearError('password')}
      />
      <Checkbox
        name="isRemembered"
        label="Remember me"
        classNames={{ input: classes['box'] ?? '', label: classes['remember'] ?? '' }}
      />
      <Button
        type="submit"
        size="md"
        fullWidth
        aria-disabled={isPending}
        leftSection={isPending ? <Loader size={16} color="currentColor" aria-hidden="true" /> : null}
        classNames={{ root: classes['submit'] ?? '' }}
      >
        {isPending ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  );
}
