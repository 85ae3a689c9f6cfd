import type { Accessor } from 'solid-js';
import { useParley } from './parley.tsx';
import { useDerived } from './reactive.ts';

/**
 * Returns a signal that changes whenever permissions may have changed: with settings, groups, and direct conversations. Who may
 * not begin a direct conversation may still write to one that exists.
 */
export function usePermissionChanges(): Accessor<unknown> {
  const { groups, fields, recentDirects } = useParley().store;
  return useDerived([groups.groups, fields, recentDirects.conversations], () => ({}));
}
