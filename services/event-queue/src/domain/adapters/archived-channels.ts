import { type Form, has } from '../form.ts';
import type { EventJson } from './event-json.ts';

/**
 * Without `archived_channels` an archived channel is gone and comes back whole, with its subscribers. `was_archived`
 * marks what only those clients need to hear then.
 */
export function withoutArchivedChannels(event: EventJson, form: Form): EventJson[] {
  const knows = has(form, 'archived_channels');
  if (event.was_archived) {
    const { was_archived: _, ...plain } = event;
    return knows ? [] : [plain as EventJson];
  }
  if (knows || event.type !== 'stream') return [event];
  if (event.op === 'create') return withoutArchived(event);
  if (event.op !== 'update' || event.property !== 'is_archived') return [event];
  if (!event.value) return [];
  const streamId = event.stream_id;
  return [{ type: 'stream', op: 'delete', streams: [{ stream_id: streamId }], stream_ids: [streamId] }];
}

/** Somebody who learns of channels learns of those alone that their client can show. */
function withoutArchived(event: EventJson): EventJson[] {
  const streams = (event.streams as { is_archived?: boolean }[]).filter(({ is_archived }) => !is_archived);
  return streams.length > 0 ? [{ ...event, streams }] : [];
}
