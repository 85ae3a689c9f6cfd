import type { ArchiveText, TextPart } from '@parley/archive';
import type { MessageId } from '@parley/rules';

/** How names and IDs in texts of messages are found. */
export type References = {
  personKey(name: string, id: number | undefined): string | undefined;
  groupKey(name: string): string | undefined;
  channelKey(name: string): string | undefined;
  messageKey(id: number): string | undefined;
  fileKey(path: string): string | undefined;
};

/** The alternatives stand in the order in which they are tried at a place. */
const reference = new RegExp(
  [
    String.raw`@(?<silent>_?)\*\*(?<person>[^*|\n]{0,200})(?:\|(?<id>\d{1,15}))?\*\*`,
    String.raw`@(?<quiet>_?)\*(?<group>[^*|\n]{1,200})\*(?!\*)`,
    String.raw`#\*\*(?<channel>[^*>\n]{1,200})(?:>(?<topic>[^*\n]{0,200}?)(?:@(?<message>\d{1,15}))?)?\*\*`,
    String.raw`\[(?<label>(?:[^\]\\\n]|\\.){0,1000})\]\((?:/user_uploads/(?<file>[^)\s]{1,1000})|/#narrow/[^)\s]{1,500}/near/(?<near>\d{1,15}))\)`,
  ].join('|'),
  'g',
);

export function idsIn(text: string): { messageIds: MessageId[]; paths: string[] } {
  const found: ReturnType<typeof idsIn> = { messageIds: [], paths: [] };
  for (const { groups } of text.matchAll(reference)) {
    const message = groups?.message ?? groups?.near;
    if (message !== undefined) found.messageIds.push(Number(message));
    if (groups?.file !== undefined) found.paths.push(decodePath(groups.file));
  }
  return found;
}

/** Converts Markdown to a text of the form, whose references are keys. What is not found stays as it is. */
export function archiveText(text: string, references: References): ArchiveText {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(reference)) {
    const part = partOf(match.groups ?? {}, references);
    if (part === undefined) continue;
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push(part);
    end = match.index + match[0].length;
  }
  if (end === 0) return text;
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

function partOf(groups: Record<string, string | undefined>, references: References): TextPart | undefined {
  const { person, id, silent, group, quiet, channel, topic, message, label, file, near } = groups;
  if (person !== undefined) {
    const key = references.personKey(person, id === undefined ? undefined : Number(id));
    return key === undefined ? undefined : { ref: 'person', key, ...(silent === '_' && { silent: true }) };
  }
  if (group !== undefined) {
    const key = references.groupKey(group);
    return key === undefined ? undefined : { ref: 'group', key, ...(quiet === '_' && { silent: true }) };
  }
  if (channel !== undefined) {
    const key = references.channelKey(channel);
    if (message !== undefined) {
      const messageKey = references.messageKey(Number(message));
      return messageKey === undefined ? undefined : { ref: 'message', key: messageKey };
    }
    if (key === undefined) return undefined;
    return topic === undefined ? { ref: 'channel', key } : { ref: 'topic', channel: key, topic };
  }
  // Labels of imports contain an invisible character that keeps them from mentioning people.
  const plain = (label ?? '').replaceAll(/\\([[\]\\])/g, '$1').replaceAll(/([@#])\u2060(?=_?\*)/g, '$1');
  if (file !== undefined) {
    const key = references.fileKey(decodePath(file));
    return key === undefined ? undefined : { ref: 'file', key, label: plain };
  }
  const key = references.messageKey(Number(near));
  return key === undefined ? undefined : { ref: 'message', key, label: plain };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return path;
  }
}
