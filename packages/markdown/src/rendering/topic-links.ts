import { findAddresses } from '../links/addresses.ts';
import { type CompiledLinkifier, findLinkifierMatches } from '../links/linkifier.ts';
import { markdown } from './markdown.ts';

/** Returns the links in a topic, in order: matches of linkifiers, and addresses that do not overlap with these. */
export function topicLinks(
  topic: string,
  linkifiers: readonly CompiledLinkifier[],
): { text: string; url: string }[] {
  const found = findLinkifierMatches(topic, linkifiers).map(({ start, end, url }) => ({ start, end, url }));
  for (const address of findAddresses(topic, markdown) ?? []) {
    if (found.some((other) => address.start < other.end && other.start < address.end)) continue;
    found.push({ start: address.start, end: address.end, url: address.href });
  }
  return found
    .sort((a, b) => a.start - b.start)
    .map(({ start, end, url }) => ({ text: topic.slice(start, end), url }));
}
