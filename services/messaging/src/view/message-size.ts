import { Buffer } from 'node:buffer';
import type { SearchMatch } from '@parley/api';
import { errors } from '@parley/core';
import type { PresentableMessage } from './message-json.ts';

/** Maximum size of an answer in bytes. It is below the maximum size of a gRPC message. */
export const maxAnswerBytes = 24 * 1024 * 1024;

/** Returns the error for messages that were requested by ID and are too large for one answer. */
export const answerTooLarge = () =>
  errors.badRequest('These messages are too large to be fetched together. Please ask for fewer.');

/** Approximate size in bytes of a message's JSON without content, search hits, edit history, reactions and submessages. */
const otherBytes = 1_000;

/** Estimates the size of a message's JSON in bytes. It may be too high, but is never much too low. */
export function messageBytes(message: PresentableMessage, match?: SearchMatch): number {
  let bytes = otherBytes + textBytes(message.content);
  if (match) bytes += textBytes(match.match_content);
  for (const entry of message.editHistory ?? []) {
    bytes += 200 + textBytes(entry.prev_content) + textBytes(entry.prev_rendered_content);
  }
  return (
    bytes + Buffer.byteLength(message.reactionsJson ?? '') + Buffer.byteLength(message.submessagesJson ?? '')
  );
}

/** A short text counts 3 bytes per UTF-16 code unit; to a long one a quarter is added for escaped characters. */
const textBytes = (text = ''): number =>
  text.length < 1_000 ? text.length * 3 : Buffer.byteLength(text) + text.length / 4;
