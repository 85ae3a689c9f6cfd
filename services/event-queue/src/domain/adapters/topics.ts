import { emptyTopicName, type Form, has } from '../form.ts';
import type { EventJson } from './event-json.ts';

const topicFields = ['subject', 'orig_subject', 'topic', 'topic_name'] as const;
const lists = ['drafts', 'scheduled_messages', 'reminders'] as const;
const singles = ['draft', 'scheduled_message', 'recipient'] as const;

/** Without `empty_topic_name` the empty topic goes by its display name; topics of direct messages stay empty. */
export function namedEmptyTopic(event: EventJson, form: Form): EventJson[] {
  if (has(form, 'empty_topic_name')) return [event];
  const named = name(event) as EventJson;
  for (const list of lists) if (Array.isArray(named[list])) named[list] = (named[list] as object[]).map(name);
  if (isObject(named.message_details)) named.message_details = nameAll(named.message_details);
  for (const single of singles) if (isObject(named[single])) named[single] = name(named[single]);
  return [named];
}

const nameAll = (details: object): object =>
  Object.fromEntries(Object.entries(details).map(([id, detail]) => [id, name(detail)]));

function name(object: object): object {
  const copy: Record<string, unknown> = { ...object };
  if (isDirect(copy)) return copy;
  for (const field of topicFields) if (copy[field] === '') copy[field] = emptyTopicName;
  return copy;
}

const isDirect = (object: Record<string, unknown>): boolean =>
  [object.type, object.message_type].some((type) => type === 'private' || type === 'direct') ||
  (object.type === '' && 'to' in object);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
