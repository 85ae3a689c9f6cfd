import { errors, errorText } from '@parley/core';
import { codePoints, limits, refuseHidden } from '@parley/rules';

/** A draft in its stored form. */
export type DraftContent = {
  type: '' | 'stream' | 'private';
  to: number[];
  topic: string;
  content: string;
  /** Seconds since the Unix epoch. */
  timestamp: number;
};

export type GivenDraft = {
  type: string;
  to: readonly number[];
  topic: string;
  content: string;
  timestamp?: number | undefined;
};

/** Parses a draft. It does not check that the channel and recipients exist. @throws BAD_REQUEST */
export function parseDraft(given: GivenDraft, now: number): DraftContent {
  const { type, content } = given;
  if (type !== '' && type !== 'stream' && type !== 'private') throw errors.badRequest('Invalid draft type');
  checkText('Content', content, limits.messageLength);
  const timestamp = given.timestamp ?? now;
  if (timestamp < 0 || timestamp > maxTimestamp) throw errors.badRequest('Invalid timestamp');
  if (type === 'stream') {
    if (given.to.length !== 1) {
      throw errors.badRequest('Must specify exactly 1 channel ID for channel messages');
    }
    checkText('Topic', given.topic, limits.topicLength);
    return { type, to: [...given.to], topic: given.topic, content, timestamp };
  }
  const to = type === 'private' ? [...new Set(given.to)].sort((a, b) => a - b) : [];
  return { type, to, topic: '', content, timestamp };
}

/** The end of the year 9999 in seconds since the Unix epoch, the last date that both PostgreSQL and clients can show. */
const maxTimestamp = 253_402_300_799;

function checkText(name: string, text: string, max: number): void {
  if (text.includes('\0'))
    throw errors.badRequest(errorText('{parameter} must not contain null bytes', { parameter: name }));
  if (!text.isWellFormed())
    throw errors.badRequest(errorText('{parameter} must be valid Unicode text', { parameter: name }));
  if (text.length > max && codePoints(text) > max) {
    throw errors.badRequest(
      errorText('{parameter} is too long (maximum {limit} characters)', { parameter: name, limit: max }),
    );
  }
}

/** Parses the title of a saved snippet. @throws BAD_REQUEST */
export function parseSnippetTitle(given: string): string {
  const title = given.trim();
  if (title === '') throw errors.badRequest('Title cannot be empty.');
  checkText('Title', title, limits.snippetTitleLength);
  refuseHidden(title, 'title');
  return title;
}

/** Parses the content of a saved snippet. @throws BAD_REQUEST */
export function parseSnippetContent(given: string): string {
  if (given.trim() === '') throw errors.badRequest('Content cannot be empty.');
  checkText('Content', given, limits.messageLength);
  return given;
}
