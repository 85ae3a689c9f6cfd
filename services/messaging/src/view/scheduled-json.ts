import type { ReminderRow } from '../db/reminders.ts';
import type { ScheduledRow } from '../db/scheduled.ts';

/** Returns a scheduled message in the API's form. */
export function scheduledJson(row: ScheduledRow) {
  const place =
    row.channelId === null
      ? { type: 'private', to: row.recipientIds }
      : { type: 'stream', to: row.channelId, topic: row.topic };
  return {
    scheduled_message_id: row.id,
    ...place,
    content: row.content,
    rendered_content: row.renderedContent,
    scheduled_delivery_timestamp: row.deliverAt,
    failed: row.failure !== null,
  };
}

/** Returns a scheduled message in the API's form, with the display name of the empty topic. */
export function scheduledJsonWithTopicName(row: ScheduledRow, emptyTopicName: string) {
  const json = scheduledJson(row);
  return 'topic' in json && json.topic === '' ? { ...json, topic: emptyTopicName } : json;
}

/** Returns a reminder in the API's form. */
export function reminderJson(row: ReminderRow) {
  return {
    reminder_id: row.id,
    type: 'private',
    to: [row.userId],
    content: row.content,
    rendered_content: row.renderedContent,
    scheduled_delivery_timestamp: row.deliverAt,
    failed: row.failure !== null,
    reminder_target_message_id: row.messageId,
  };
}
