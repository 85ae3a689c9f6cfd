import { findAddresses } from './extensions/autolink.ts';
import { type CompiledLinkifier, findLinkifierMatches } from './linkifier.ts';
import { markdown } from './markdown.ts';

/** Returns the links in a topic, in order: matches of linkifiers, and addresses where no linkifier matched. */
export function topicLinks(
  topic: string,
  linkifiers: readonly CompiledLinkifier[],
): { text: string; url: string }[] {
  const found = findLinkifierMatches(topic, linkifiers).map(({ start, end, url }) => ({ start, end, url }));
  for (const piece of findAddresses(topic, markdown) ?? []) {
    if (piece.kind !== 'link') continue;
    if (found.some((other) => piece.start < other.end && other.start < piece.end)) continue;
    found.push({ start: piece.start, end: piece.end, url: piece.href });
  }
  return found
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, url }) => ({ text: topic.slice(start, end), url }));
}
