import { Buffer } from 'node:buffer';
import { errors } from '@parley/core';
import type { EditEntry } from '../domain/history.ts';
import type { PresentableMessage, SearchMatch } from './message-json.ts';

/** Maximum bytes of an answer: less than one gRPC call carries. */
export const maxAnswerBytes = 24 * 1024 * 1024;

/** The error for messages by ID that do not fit into one answer. */
export const answerTooLarge = () =>
  errors.badRequest('These messages are too large to be fetched together. Please ask for fewer.');

/** Approximate bytes of a message's JSON without its texts. */
const otherBytes = 1_000;

/** Estimates the bytes of a message's JSON; never much too low. */
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

/** Estimates the bytes of a JSON string; for short texts, as the maximum for their length. */
const textBytes = (text = ''): number =>
  text.length < 1_000 ? text.length * 3 : Buffer.byteLength(text) + text.length / 4;
