import { isRecord } from '@parley/core';
import { type Form, has } from '../form.ts';
import type { EventJson } from './event-json.ts';

/**
 * Adapts events for clients without the capability `archived_channels`. They are told that an archived channel was removed. An
 * unarchived channel is added again, with all of its data and subscribers. Services send events with `was_archived` only for
 * these clients.
 */
export function withoutArchivedChannels(event: EventJson, form: Form): EventJson[] {
  const knows = has(form, 'archived_channels');
  if (event.was_archived) {
    const { was_archived: _, ...plain } = event;
    return knows ? [] : [plain];
  }
  if (knows || event.type !== 'stream') return [event];
  if (event.op === 'create') return withoutArchived(event);
  if (event.op !== 'update' || event.property !== 'is_archived') return [event];
  if (!event.value) return [];
  const streamId = event.stream_id;
  return [{ type: 'stream', op: 'delete', streams: [{ stream_id: streamId }], stream_ids: [streamId] }];
}

/** Removes archived channels from `stream/create`, because clients without the capability cannot show them. */
function withoutArchived(event: EventJson): EventJson[] {
  const streams = [event.streams].flat().filter((each) => !(isRecord(each) && each.is_archived));
  return streams.length > 0 ? [{ ...event, streams }] : [];
}
