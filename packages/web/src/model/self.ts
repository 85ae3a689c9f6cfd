/** The signed-in person's role and permissions, as signals. The server checks each request by itself. */
import type { GroupSettingValue, Registration } from '@parley/client';
import { roles } from '@parley/rules/roles';
import type { Accessor } from 'solid-js';
import { useParley } from './parley.tsx';
import { useDerived, useEntry, useWatched } from './reactive.ts';

export { roles };

/** Returns the person's role. */
export function useRole(): Accessor<number> {
  const { people } = useParley().store;
  const self = useEntry(people.users, () => people.selfId);
  return () => self()?.role ?? roles.guest;
}

/** Returns whether the person is an administrator or an owner. */
export function useIsAdministrator(): Accessor<boolean> {
  const role = useRole();
  return () => role() <= roles.administrator;
}

/** Returns a signal of a field of the registration (the initial data from the server, kept up to date by events). */
export function useField<N extends keyof Registration>(name: N): Accessor<Registration[N] | undefined> {
  const { fields } = useParley().store;
  return useWatched(
    (listener) => fields.watch(name, listener),
    () => fields.get(name),
  );
}

/** Returns whether the person has the permission with this value. The result is false while the value is undefined. */
export function useHasPermission(value: () => GroupSettingValue | undefined): Accessor<boolean> {
  const { groups, people } = useParley().store;
  const version = useDerived([groups.groups], () => ({}));
  return () => {
    version();
    const present = value();
    return present !== undefined && groups.includes(present, people.selfId);
  };
}
