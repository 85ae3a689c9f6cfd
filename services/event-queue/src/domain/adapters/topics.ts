import { type Form, has } from '../form.ts';
import type { EventJson } from './event-json.ts';

const topicFields = ['subject', 'orig_subject', 'topic', 'topic_name'] as const;
const lists = ['drafts', 'scheduled_messages', 'reminders'] as const;
const singles = ['draft', 'scheduled_message', 'recipient'] as const;

/** For clients without `empty_topic_name`. Direct messages have no topic, so their fields stay empty. */
export function namedEmptyTopic(event: EventJson, form: Form, emptyTopicName: string): EventJson[] {
  if (has(form, 'empty_topic_name')) return [event];
  const name = (object: object) => named(object, emptyTopicName);
  const copy: EventJson = { ...name(event), type: event.type };
  for (const list of lists) if (Array.isArray(copy[list])) copy[list] = copy[list].map(name);
  if (isObject(copy.message_details)) {
    const details = Object.entries(copy.message_details);
    copy.message_details = Object.fromEntries(details.map(([id, detail]) => [id, name(detail)]));
  }
  for (const single of singles) if (isObject(copy[single])) copy[single] = name(copy[single]);
  return [copy];
}

function named(object: object, emptyTopicName: string): Record<string, unknown> {
  const copy: Record<string, unknown> = { ...object };
  if (isDirect(copy)) return copy;
  for (const field of topicFields) if (copy[field] === '') copy[field] = emptyTopicName;
  return copy;
}

const isDirect = (object: Record<string, unknown>): boolean =>
  [object.type, object.message_type].some((type) => type === 'private' || type === 'direct') ||
  (object.type === '' && 'to' in object);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
