/** A reminder refers to its message by ID; the text is added when it is due (docs/api/messages.md#reminders). */
import { errors, errorText } from '@parley/core';
import { type LinkedPlace, personMention, placeLink, quotation } from '@parley/markdown';
import { codePoints, limits, type UserId } from '@parley/rules';
import type { Texts } from '@parley/texts';

export function parseNote(given: string): string {
  const note = given.trim();
  if (note.includes('\0')) throw errors.badRequest('Note must not contain null bytes');
  if (codePoints(note) > limits.reminderNoteLength) {
    throw errors.badRequest(
      errorText('Maximum reminder note length: {limit} characters', { limit: limits.reminderNoteLength }),
    );
  }
  return note;
}

/** Returns the content of a reminder that is not due. It contains nothing of the message, which may change until then. */
export const pendingReminder = (note: string, { conversations: { reminders } }: Texts): string =>
  headOf(reminders.message, note, reminders);

/** The message of a reminder that is due, as its reader may read it. */
export type RemindedMessage = {
  sender: { userId: UserId; fullName: string };
  content: string;
  /** Undefined for a direct message. */
  place: LinkedPlace | undefined;
};

/** @param message undefined when the person may not read the message, or when it was deleted */
export function dueReminder(
  note: string,
  message: RemindedMessage | undefined,
  { conversations: { reminders: texts } }: Texts,
): string {
  if (!message) return headOf(texts.unavailable, note, texts);
  const { sender, content, place } = message;
  const what = place ? placeLink(place) : texts.directMessage;
  const head = `${headOf(what, note, texts)}\n\n${texts.said({ by: personMention(sender, true) })}\n`;
  const maxQuoted = limits.messageLength - codePoints(head) - codeFenceAllowance;
  return (
    head +
    quotation(codePoints(content) <= maxQuoted ? content : `${[...content].slice(0, maxQuoted).join('')}…`)
  );
}

/** Returns the sentence that begins a reminder, and its author's note. */
function headOf(what: string, note: string, texts: Texts['conversations']['reminders']): string {
  return texts.requested({ what }) + (note === '' ? '' : `\n\n${texts.note({ note })}`);
}

/** Number of characters reserved for the code fences around the quoted message. */
const codeFenceAllowance = 100;
