import { Buffer } from 'node:buffer';
import { errors } from '@parley/core';
import type { EditEntry } from '../domain/history.ts';
import type { PresentableMessage, SearchMatch } from './message-json.ts';

/** Bytes of an answer at most: less than one call carries. */
export const maxAnswerBytes = 24 * 1024 * 1024;

/** What somebody hears who asks for more messages by ID than one answer holds. */
export const answerTooLarge = () =>
  errors.badRequest('These messages are too large to be fetched together. Please ask for fewer.');

/** What every message has beside its texts, about. */
const otherBytes = 1_000;

/** The bytes of a message's JSON, about; never much less. */
export function messageBytes(message: PresentableMessage, match?: SearchMatch): number {
  let bytes = otherBytes + textBytes(message.content);
  if (match) bytes += textBytes(match.match_content);
  for (const entry of (message.editHistory ?? []) as readonly EditEntry[]) {
    bytes += 200 + textBytes(entry.prev_content) + textBytes(entry.prev_rendered_content);
  }
  return (
    bytes + Buffer.byteLength(message.reactionsJson ?? '') + Buffer.byteLength(message.submessagesJson ?? '')
  );
}

/** A short text is not looked at: all of it counts as what it could be at most. */
const textBytes = (text = ''): number =>
  text.length < 1_000 ? text.length * 3 : Buffer.byteLength(text) + text.length / 4;
