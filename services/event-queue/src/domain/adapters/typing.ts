import { isRecord } from '@parley/core';
import { type Form, has } from '../form.ts';
import type { EventJson } from './event-json.ts';

/** Removes typing notifications of channels for clients without the capability `stream_typing_notifications`. */
export function withoutChannelTyping(event: EventJson, form: Form): EventJson[] {
  if (has(form, 'stream_typing_notifications')) return [event];
  const type = isRecord(event.recipient) ? event.recipient.type : undefined;
  return event.message_type === 'stream' || 'stream_id' in event || type === 'channel' ? [] : [event];
}
