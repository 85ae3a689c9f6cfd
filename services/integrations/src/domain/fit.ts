import { codePoints, hasVisibleText, limits, shorten, shortenTopic } from '@parley/rules';
import { oneLine } from './markdown.ts';

/** End of a content that was shortened. Users of this API know it. */
const shortenedNote = '\n[message truncated]';

/**
 * Returns a content that can be sent: valid text within the limit of messages. A shortened content ends with a note, and blocks that the cut
 * left open are closed before it.
 */
export function fitContent(content: string): string {
  const clean = content.toWellFormed().replaceAll('\0', '');
  if (!hasVisibleText(clean)) return '(no text)';
  if (codePoints(clean) <= limits.messageLength) return clean;
  // Room for the longest closing fence that is kept.
  const cut = shorten(clean, limits.messageLength - shortenedNote.length - maxFence - 1, '');
  const fence = openFence(cut);
  return `${cut.trimEnd()}${fence === '' ? '' : `\n${fence}`}${shortenedNote}`;
}

const maxFence = 40;

/** Returns the fence of the block that a text leaves open; empty for none. */
function openFence(text: string): string {
  let open = '';
  for (const line of text.split('\n')) {
    const fence = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) continue;
    if (open === '') open = fence.slice(0, maxFence);
    else if (fence.startsWith(open) && line.trim() === fence) open = '';
  }
  return open;
}

/** Returns a topic that can be sent: one line without hidden characters within the limit; `fallback` when nothing is left of it. */
export function fitTopic(topic: string, fallback: string): string {
  const line = oneLine(topic.toWellFormed());
  return shortenTopic(hasVisibleText(line) ? line : oneLine(fallback));
}
