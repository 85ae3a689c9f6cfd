import { escapeHtml } from '@parley/markdown';
import type { ChannelId, UserId } from '@parley/rules';
import { resolveChange } from './edit-rules.ts';

/** An entry of `edit_history`, in the format of both the database and the API. */
export type EditEntry = {
  user_id: UserId | null;
  timestamp: number;
  prev_content?: string;
  prev_rendered_content?: string;
  prev_topic?: string;
  topic?: string;
  prev_stream?: number;
  stream?: number;
};

/** When and by whom they were written, and the former values (`prev_…`) that it replaced. */
export type PastState = {
  topic: string;
  content: string;
  rendered_content: string;
  user_id: UserId | null;
  timestamp: number;
  prev_content?: string;
  prev_rendered_content?: string;
  prev_topic?: string;
  prev_stream?: number;
  stream?: number;
};

/** The current version of a message, and who sent it first. */
export type PresentState = {
  senderId: UserId;
  /** Seconds since the Unix epoch. */
  sentAt: number;
  topic: string;
  content: string;
  renderedContent: string;
};

/** The oldest first. Entries hold values before a change, so they are applied from the newest to the oldest. */
export function pastStates(now: PresentState, entries: readonly EditEntry[]): PastState[] {
  let { topic, content, renderedContent: rendered_content } = now;
  const states: PastState[] = [];
  for (const { user_id, timestamp, topic: _topic, ...changes } of entries) {
    states.push({ topic, content, rendered_content, user_id, timestamp, ...changes });
    content = changes.prev_content ?? content;
    if (changes.prev_content !== undefined) {
      // The HTML of very large former contents is not stored, so the Markdown is shown as plain text.
      rendered_content = changes.prev_rendered_content ?? `<p>${escapeHtml(changes.prev_content)}</p>`;
    }
    topic = changes.prev_topic ?? topic;
  }
  states.push({ topic, content, rendered_content, user_id: now.senderId, timestamp: now.sentAt });
  return states.reverse();
}

/** Replaces the empty topic by its display name in a version or entry. */
export function nameEmptyTopic<Past extends { topic?: string; prev_topic?: string }>(
  past: Past,
  name: string,
): Past {
  if (name === '' || (past.topic !== '' && past.prev_topic !== '')) return past;
  return {
    ...past,
    ...(past.topic === '' && { topic: name }),
    ...(past.prev_topic === '' && { prev_topic: name }),
  };
}

/** Applies a function to the HTML of a version or entry. */
export function withHtml<Past extends { rendered_content?: string; prev_rendered_content?: string }>(
  past: Past,
  change: (html: string) => string,
): Past {
  const { rendered_content: now, prev_rendered_content: before } = past;
  return {
    ...past,
    ...(now !== undefined && { rendered_content: change(now) }),
    ...(before !== undefined && { prev_rendered_content: change(before) }),
  };
}

/**
 * Returns an edit history as a reader may see it who cannot read the message in some of its former channels. The states in those
 * channels are left out. The entry after them has the changes since the last state that the reader may read.
 * @param entries newest first
 * @param channelId the channel of the message now, which the reader may read
 */
export function readableEntries(
  entries: readonly EditEntry[],
  channelId: ChannelId,
  mayRead: (channelId: ChannelId) => boolean,
): readonly EditEntry[] {
  const readable: EditEntry[] = [];
  // The entries since the readable state that was found last, newest first.
  let since: EditEntry[] = [];
  let before = channelId;
  for (const entry of entries) {
    since.push(entry);
    before = entry.prev_stream ?? before;
    if (!mayRead(before)) continue;
    readable.push(...joined(since));
    since = [];
  }
  return readable;
}

/** Joins consecutive entries, newest first, to one entry without the states between them; to none if nothing is left. */
function joined(entries: readonly EditEntry[]): EditEntry[] {
  const [newest] = entries;
  if (!newest || entries.length === 1) return [...entries];
  const { user_id, timestamp } = newest;
  const changes: Partial<EditEntry> = {};
  // The oldest of the entries has the values before all of them, the newest those after them.
  for (const { prev_content, prev_rendered_content, prev_topic, prev_stream, ...after } of entries) {
    if (prev_content !== undefined) {
      changes.prev_content = prev_content;
      delete changes.prev_rendered_content;
      if (prev_rendered_content !== undefined) changes.prev_rendered_content = prev_rendered_content;
    }
    if (prev_topic !== undefined && after.topic !== undefined) {
      changes.prev_topic = prev_topic;
      changes.topic ??= after.topic;
    }
    if (prev_stream !== undefined && after.stream !== undefined) {
      changes.prev_stream = prev_stream;
      changes.stream ??= after.stream;
    }
  }
  if (changes.topic === changes.prev_topic) {
    delete changes.topic;
    delete changes.prev_topic;
  }
  if (changes.stream === changes.prev_stream) {
    delete changes.stream;
    delete changes.prev_stream;
  }
  return Object.keys(changes).length === 0 ? [] : [{ user_id, timestamp, ...changes }];
}

/** Returns the IDs of the channels in which a message was before it was moved. */
export const formerChannels = (entries: readonly EditEntry[]): number[] =>
  entries.flatMap(({ prev_stream }) => prev_stream ?? []);

/** Returns the entries that the organization's policy shows: all, only moves, or none. An unknown policy shows all. */
export function shownEntries(entries: readonly EditEntry[], policy: unknown): readonly EditEntry[] {
  if (policy === 'none') return [];
  return policy === 'moves' ? entries.filter(isMove).map(withoutContent) : entries;
}

const isMove = ({ prev_topic, prev_stream }: EditEntry): boolean =>
  prev_topic !== undefined || prev_stream !== undefined;

/** Whether an entry changes nothing but the mark of a resolved topic, which counts as no move. */
const isResolving = ({ prev_topic, topic, prev_stream }: EditEntry): boolean =>
  prev_stream === undefined &&
  prev_topic !== undefined &&
  topic !== undefined &&
  resolveChange(prev_topic, topic) !== undefined;

/**
 * Returns when a message was edited and moved last, by its entries, the newest first. One without former values is an edit of a text
 * of which nobody knows what stood there before.
 */
export function changedAt(entries: readonly EditEntry[]): {
  lastEditedAt: number | undefined;
  lastMovedAt: number | undefined;
} {
  const isEdit = (entry: EditEntry) => entry.prev_content !== undefined || !isMove(entry);
  return {
    lastEditedAt: entries.find(isEdit)?.timestamp,
    lastMovedAt: entries.find((entry) => isMove(entry) && !isResolving(entry))?.timestamp,
  };
}

function withoutContent(entry: EditEntry): EditEntry {
  const { prev_content: _content, prev_rendered_content: _rendered, ...rest } = entry;
  return rest;
}
