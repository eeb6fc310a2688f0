import { IconChevronRight } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Tenant } from '../../lib/access.ts';
import { messageOf } from '../../lib/api-error.ts';
import { chooseTenant, signOut } from '../../session/session.ts';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import classes from './tenant-chooser.module.css';

interface TenantChooserProps {
  tenants: readonly Tenant[];
}

export function TenantChooser({ tenants }: TenantChooserProps) {
  const router = useRouter();
  const list = useRef<HTMLUListElement>(null);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => list.current?.querySelector('button')?.focus(), []);

  const choose = (tenant: Tenant) => {
    try {
      chooseTenant(tenant);
      // The route lets nobody stay who has a session, and knows where they wanted to go.
      void router.invalidate();
    } catch (error) {
      setFailure(messageOf(error));
    }
  };

  const leave = () => signOut().catch((error: unknown) => setFailure(messageOf(error)));

  return (
    <div className={classes['chooser']}>
      <p className={classes['words']}>You invest with more than one. You can sign in again to see another.</p>
      <FormAlert message={failure} />
      <ul ref={list} className={classes['list']}>
        {tenants.map((tenant) => (
          <li key={tenant.id}>
            <button type="button" className={classes['tenant']} onClick={() => choose(tenant)}>
              <span className={classes['initial']} aria-hidden="true">
                {tenant.name.slice(0, 1)}
              </span>
              <span className={classes['name']}>{tenant.name}</span>
              <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <div>
        <TextButton onClick={leave}>Sign out</TextButton>
      </div>
    </div>
  );
}
