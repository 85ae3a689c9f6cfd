import { type Form, has } from '../domain/form.ts';
import type { EventJson } from './index.ts';

/**
 * Without `archived_channels` an archived channel is gone and comes back whole. `was_archived` marks the whole
 * channel that only those clients need.
 */
export function withoutArchivedChannels(event: EventJson, form: Form): EventJson[] {
  const knows = has(form, 'archived_channels');
  if (event.op === 'create' && event.was_archived) {
    const { was_archived: _, ...create } = event;
    return knows ? [] : [create];
  }
  if (knows || event.op !== 'update' || event.property !== 'is_archived') return [event];
  if (!event.value) return [];
  const streamId = event.stream_id;
  return [{ type: 'stream', op: 'delete', streams: [{ stream_id: streamId }], stream_ids: [streamId] }];
}
