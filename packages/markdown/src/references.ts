import { limits } from './limits.ts';
import { decodePath } from './urls.ts';

/** A mention as typed; what it names is not looked up yet. */
export type MentionSyntax = { end: number; silent: boolean; group: boolean; name: string; id?: number };
/** A link to a channel, topic or message as typed. */
export type ChannelSyntax = { end: number; name: string; topic?: string; messageId?: number };

const star = 0x2a;
const channelWildcards = new Set(['all', 'everyone', 'channel', 'stream']);

/** Which wildcard a mention's name is, if any. */
export function wildcardKind(name: string): 'channel' | 'topic' | undefined {
  if (channelWildcards.has(name)) return 'channel';
  return name === 'topic' ? 'topic' : undefined;
}

/** Reads `@**name**`, `@**name|id**`, `@*group*` and their silent forms at an `@`. */
export function readMention(text: string, at: number): MentionSyntax | undefined {
  let pos = at + 1;
  const silent = text.charCodeAt(pos) === 0x5f;
  if (silent) pos++;
  if (text.charCodeAt(pos) !== star) return undefined;
  const group = text.charCodeAt(pos + 1) !== star;
  pos += group ? 1 : 2;
  const close = findClose(text, pos, group ? '*' : '**');
  if (close === -1) return undefined;
  const inner = text.slice(pos, close);
  const end = close + (group ? 1 : 2);
  if (inner.trim() === '') return undefined;
  if (group) return { end, silent, group, name: inner };
  const withId = /^([^|]*)\|(\d{1,10})$/s.exec(inner);
  if (withId) return { end, silent, group, name: withId[1]!, id: Number(withId[2]) };
  return { end, silent, group, name: inner };
}

/** Reads `#**channel**`, `#**channel>topic**` and `#**channel>topic@id**` at a `#`. */
export function readChannelLink(text: string, at: number): ChannelSyntax | undefined {
  if (text.charCodeAt(at + 1) !== star || text.charCodeAt(at + 2) !== star) return undefined;
  const close = findClose(text, at + 3, '**');
  if (close === -1) return undefined;
  const inner = text.slice(at + 3, close);
  const end = close + 2;
  const divider = inner.indexOf('>');
  if (divider === -1) return inner.trim() === '' ? undefined : { end, name: inner };
  const name = inner.slice(0, divider);
  if (name.trim() === '') return undefined;
  const topic = inner.slice(divider + 1);
  const message = /^(.*)@(\d{1,15})$/s.exec(topic);
  if (message) return { end, name, topic: message[1]!.trim(), messageId: Number(message[2]) };
  return { end, name, topic: topic.trim() };
}

/** Reads `:name:` at a colon; answers the name. */
export function readEmojiName(text: string, at: number): string | undefined {
  const from = at + 1;
  const max = Math.min(text.length, from + limits.emojiNameLength + 1);
  for (let pos = from; pos < max; pos++) {
    const code = text.charCodeAt(pos);
    if (code === 0x3a) return pos === from ? undefined : text.slice(from, pos);
    const word =
      (code >= 0x61 && code <= 0x7a) ||
      (code >= 0x30 && code <= 0x39) ||
      code === 0x5f ||
      code === 0x2b ||
      code === 0x2d ||
      (code >= 0x41 && code <= 0x5a);
    if (!word) return undefined;
  }
  return undefined;
}

function findClose(text: string, from: number, mark: string): number {
  const window = text.slice(from, from + limits.nameLength + mark.length);
  const close = window.indexOf(mark);
  if (close <= 0) return -1;
  const line = window.indexOf('\n');
  return line !== -1 && line < close ? -1 : from + close;
}

/** What a message refers to, as typed. */
export type References = {
  users: { name: string; id?: number }[];
  groups: string[];
  channels: string[];
  emoji: string[];
  /** Paths after `/user_uploads/`, decoded. */
  uploads: string[];
  channelWildcard: boolean;
  topicWildcard: boolean;
};

const uploadPrefix = '/user_uploads/';

/**
 * Finds what the caller of `render` must look up beforehand. Does not parse: it may name more than will be
 * rendered (what is written inside code, for instance), never less.
 */
export function scanReferences(content: string): References {
  const users = new Map<string, { name: string; id?: number }>();
  const groups = new Set<string>();
  const channels = new Set<string>();
  const emoji = new Set<string>();
  const uploads = new Set<string>();
  const found = { channelWildcard: false, topicWildcard: false };
  const mention = (at: number, text: string) => {
    const read = readMention(text, at);
    if (read === undefined) return;
    if (read.group) {
      groups.add(read.name);
      return;
    }
    const kind = wildcardKind(read.name);
    if (kind === 'channel') found.channelWildcard = true;
    else if (kind === 'topic') found.topicWildcard = true;
    else users.set(`${read.id ?? ''}|${read.name}`, pick(read));
  };
  const channel = (at: number, text: string) => {
    const read = readChannelLink(text, at);
    if (read !== undefined) channels.add(read.name);
  };
  // In a table a divider is typed as `\|`; the cell's content has it without the backslash.
  for (const text of content.includes('\\|') ? [content, content.replaceAll('\\|', '|')] : [content]) {
    for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) mention(at, text);
    for (let at = text.indexOf('#**'); at !== -1; at = text.indexOf('#**', at + 1)) channel(at, text);
  }
  for (let at = content.indexOf(':'); at !== -1; at = content.indexOf(':', at + 1)) {
    const name = readEmojiName(content, at);
    if (name !== undefined) emoji.add(name);
  }
  const unescaped = content.includes('\\') ? content.replace(/\\([!-/:-@[-`{-~])/g, '$1') : content;
  for (let at = unescaped.indexOf(uploadPrefix); at !== -1; at = unescaped.indexOf(uploadPrefix, at + 1)) {
    for (const path of candidatePaths(unescaped, at + uploadPrefix.length)) uploads.add(decodePath(path));
  }
  return {
    users: [...users.values()],
    groups: [...groups],
    channels: [...channels],
    emoji: [...emoji],
    uploads: [...uploads],
    ...found,
  };
}

/** Where a path ends depends on what is around it: every place it may end at, within reason. */
function candidatePaths(text: string, from: number): string[] {
  const paths: string[] = [];
  const max = Math.min(text.length, from + limits.uploadPathLength);
  let pos = from;
  for (; pos < max && paths.length < limits.uploadPathEnds; pos++) {
    const char = text[pos]!;
    if (pos > from && pathEnd.test(char)) paths.push(text.slice(from, pos));
    if (pathStop.test(char)) return paths;
  }
  if (pos > from) paths.push(text.slice(from, pos));
  return paths;
}

const pathStop = /[\s<>?#]/;
const pathEnd = /[^a-zA-Z0-9/%\u0080-\uffff]|\s/;

function pick(read: MentionSyntax): { name: string; id?: number } {
  return read.id === undefined ? { name: read.name } : { name: read.name, id: read.id };
}
