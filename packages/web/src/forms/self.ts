/** The role of the signed-in person, as a signal. The server decides on every call again. */
import type { GroupSettingValue, Registration } from '@parley/client';
import { roles } from '@parley/rules/roles';
import type { Accessor } from 'solid-js';
import { useParley } from '../model/parley.tsx';
import { useDerived, useEntry, useWatched } from '../model/reactive.ts';

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

/** Returns a signal of a field of the registration. */
export function useField<N extends keyof Registration>(name: N): Accessor<Registration[N] | undefined> {
  const { fields } = useParley().store;
  return useWatched(
    (listener) => fields.watch(name, listener),
    () => fields.get(name),
  );
}

/** Returns whether the person has a permission whose value `value` returns. Without a value they do not have it. */
export function useHasPermission(value: () => GroupSettingValue | undefined): Accessor<boolean> {
  const { groups, people } = useParley().store;
  const version = useDerived([groups.groups], () => ({}));
  return () => {
    version();
    const present = value();
    return present !== undefined && groups.includes(present, people.selfId);
  };
}
