import { type Form, has } from '../form.ts';
import type { EventJson } from './event-json.ts';

/**
 * Adapts events about custom emoji. Clients with the capability `individual_emoji_changes` receive only the emoji that was added
 * (`add`) or removed. A removal comes as two events, `edit` and `update_one`, because a client knows only one of these names. Other
 * clients receive an event with all emoji.
 */
export function emojiByForm({ realm_emoji, emoji, ...event }: EventJson, form: Form): EventJson[] {
  if (!has(form, 'individual_emoji_changes')) {
    return event.op === 'update_one' ? [] : [{ ...event, op: 'update', realm_emoji }];
  }
  if (event.op === 'add') return [{ ...event, emoji }];
  const { id, deactivated } = emoji as { id: string; deactivated: boolean };
  return [{ ...event, emoji_id: id, data: { deactivated } }];
}
