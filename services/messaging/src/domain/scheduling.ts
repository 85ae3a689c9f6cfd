import { errors } from '@parley/core';
import { codePoints, limits } from '@parley/rules';
import { quoted } from './quote.ts';
import { type LinkedPlace, placeLink } from './topic-link.ts';

/** Where a scheduled message goes, as given. */
export type RequestedPlace = { type: string; to: readonly number[] };

export type ScheduledPlace = { channelId: number } | { userIds: number[] };

/** @throws BAD_REQUEST */
export function parseScheduledPlace({ type, to }: RequestedPlace): ScheduledPlace {
  if (type === 'stream') {
    if (to.length !== 1) throw errors.badRequest('Expected exactly one channel');
    return { channelId: to[0]! };
  }
  if (to.length === 0) throw errors.badRequest('Message must have recipients');
  return { userIds: [...new Set(to)].sort((a, b) => a - b) };
}

/** The last time that can be asked for: the year 9999. */
const latest = 253_402_300_799;

/** @throws BAD_REQUEST unless the time, in seconds, is still to come */
export function checkDeliveryTime(deliverAt: number, now: number): void {
  if (deliverAt <= now) throw errors.badRequest('Scheduled delivery time must be in the future.');
  if (deliverAt > latest) throw errors.badRequest('Scheduled delivery time is too far in the future.');
}

/**
 * Content of the direct message that tells somebody that what they scheduled was not sent. Whatever the reason names is
 * quoted as it is.
 * @param deliverAt seconds since the Unix epoch
 */
export const failedDeliveryNotice = (deliverAt: number, reason: string): string =>
  `The message that you scheduled for <time:${new Date(deliverAt * 1000).toISOString()}> was not sent:\n\n` +
  `${quoted(reason)}\n\nIt is still among your scheduled messages. Give it another time, and it will be sent then.`;

/** What a reminder is about. */
export type ReminderFacts = {
  note: string;
  sender: { userId: number; fullName: string };
  content: string;
  /** Undefined for a direct message. */
  place: LinkedPlace | undefined;
};

/** @throws BAD_REQUEST */
export function parseNote(given: string): string {
  const note = given.trim();
  if (note.includes('\0')) throw errors.badRequest('Note must not contain null bytes');
  if (codePoints(note) > limits.reminderNoteLength) {
    throw errors.badRequest(`Maximum reminder note length: ${limits.reminderNoteLength} characters`);
  }
  return note;
}

/** Content of the direct message that reminds somebody. */
export function reminderContent({ note, sender, content, place }: ReminderFacts): string {
  const what = place ? placeLink(place) : 'the following direct message';
  const noted = note === '' ? '' : `\n\nNote: ${note}`;
  const head = `You requested a reminder for ${what}.${noted}\n\n@_**${sender.fullName}|${sender.userId}** said:\n`;
  const room = limits.messageLength - codePoints(head) - roomForFences;
  return head + quoted(codePoints(content) <= room ? content : `${[...content].slice(0, room).join('')}…`);
}

/** Fences of a text as long as a message can be, at least those that people write. */
const roomForFences = 100;
