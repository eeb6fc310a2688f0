import { IconChevronRight } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { EnteredTenant } from '../../lib/access-token.ts';
import { messageOf } from '../../lib/api-error.ts';
import { chooseTenant, signOut } from '../../session/session.ts';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useAction } from '../../ui/use-action.ts';
import classes from './tenant-chooser.module.css';

interface TenantChooserProps {
  tenants: readonly EnteredTenant[];
}

export function TenantChooser({ tenants }: TenantChooserProps) {
  const router = useRouter();
  const list = useRef<HTMLUListElement>(null);
  const { failure, run } = useAction(messageOf);

  useEffect(() => list.current?.querySelector('button')?.focus(), []);

  const choose = async (tenant: EnteredTenant) => {
    chooseTenant(tenant);
    // The route sends anybody with a session on to the page that they wanted.
    await router.invalidate();
  };

  return (
    <div className={classes['chooser']}>
      <p className={classes['words']}>
        {tenants.some(({ isDesk }) => isDesk)
          ? 'More than one is open to you. You can sign in again to see another.'
          : 'You invest with more than one. You can sign in again to see another.'}
      </p>
      <FormAlert message={failure} />
      <ul ref={list} className={classes['list']}>
        {tenants.map((tenant) => (
          <li key={`${tenant.id} ${tenant.isDesk}`}>
            <button type="button" className={classes['tenant']} onClick={() => run(() => choose(tenant))}>
              <span className={classes['initial']} aria-hidden="true">
                {tenant.name.slice(0, 1)}
              </span>
              <span className={classes['name']}>
                {tenant.name}
                {tenant.isDesk && <span className={classes['desk']}>Desk</span>}
              </span>
              <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <div>
        <TextButton onClick={() => run(signOut)}>Sign out</TextButton>
      </div>
    </div>
  );
}
