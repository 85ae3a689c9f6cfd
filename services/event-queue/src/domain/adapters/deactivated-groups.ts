import { isRecord } from '@parley/core';
import { type Form, has } from '../form.ts';
import type { EventJson } from './event-json.ts';

/**
 * Adapts events for clients without the capability `include_deactivated_groups`. They are told that a deactivated group was
 * removed. A reactivated group is added again, with all of its data. Services send events with `was_deactivated` only for these
 * clients.
 */
export function withoutDeactivatedGroups(event: EventJson, form: Form): EventJson[] {
  const knows = has(form, 'include_deactivated_groups');
  if (event.was_deactivated) {
    const { was_deactivated: _, ...whole } = event;
    return knows ? [] : [whole];
  }
  if (knows || event.op !== 'update' || !isRecord(event.data)) return [event];
  const { deactivated } = event.data;
  if (deactivated === undefined) return [event];
  return deactivated ? [{ type: 'user_group', op: 'remove', group_id: event.group_id }] : [];
}
