import type { Accessor } from 'solid-js';
import { useParley } from './parley.tsx';
import { useDerived } from './reactive.ts';

/** Returns a signal of changes on which permissions of the organization depend: its settings and its groups. */
export function usePermissionChanges(): Accessor<unknown> {
  const { groups, fields, recentDirects } = useParley().store;
  return useDerived([groups.groups, fields, recentDirects.conversations], () => ({}));
}
