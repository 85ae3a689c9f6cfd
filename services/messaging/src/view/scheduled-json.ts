import type { Reminder, ScheduledMessage } from '@parley/api';
import type { ReminderRow } from '../db/personal/reminders.ts';
import type { ScheduledRow } from '../db/personal/scheduled.ts';

export function scheduledJson(row: ScheduledRow): ScheduledMessage {
  const place =
    row.channelId === null
      ? { type: 'private' as const, to: row.recipientIds }
      : { type: 'stream' as const, to: row.channelId, topic: row.topic };
  return {
    scheduled_message_id: row.id,
    ...place,
    content: row.content,
    rendered_content: row.renderedContent,
    scheduled_delivery_timestamp: row.deliverAt,
    failed: row.failure !== null,
  };
}

/** Returns a scheduled message in the form of the API, with the display name of the empty topic. */
export function scheduledJsonWithTopicName(row: ScheduledRow, emptyTopicName: string): ScheduledMessage {
  const json = scheduledJson(row);
  return json.topic === '' ? { ...json, topic: emptyTopicName } : json;
}

/** Returns a reminder in the form of the API. */
export function reminderJson(row: ReminderRow): Reminder {
  return {
    reminder_id: row.id,
    type: 'private' as const,
    to: [row.userId],
    content: row.content,
    rendered_content: row.renderedContent,
    scheduled_delivery_timestamp: row.deliverAt,
    failed: row.failure !== null,
    reminder_target_message_id: row.messageId,
  };
}
