import { limits } from '../limits.ts';
import { decodePath } from '../links/urls.ts';
import { markdown } from '../rendering/markdown.ts';
import {
  type MentionSyntax,
  readChannelLink,
  readEmojiName,
  readMention,
  wildcardKind,
} from '../syntax/syntax.ts';

/** The names and paths to which a message may refer, in the spelling of the message. */
export type References = {
  users: { name: string; id?: number }[];
  groups: { name: string; id?: number }[];
  channels: string[];
  emoji: string[];
  /** Paths after `/user_uploads/`, percent-decoded. */
  uploads: string[];
  channelWildcard: boolean;
  topicWildcard: boolean;
};

const uploadPrefix = '/user_uploads/';

/**
 * Finds the references that the caller must look up before it calls `render`. It does not parse the message, so it may return
 * references that are not rendered, for instance in code. It misses none, except uploads beyond a limit.
 */
export function scanReferences(content: string): References {
  const users = new Map<string, { name: string; id?: number }>();
  const groups = new Map<string, { name: string; id?: number }>();
  const channels = new Set<string>();
  const emoji = new Set<string>();
  const candidates = new Set<string>();
  const uploads = new Set<string>();
  const found = { channelWildcard: false, topicWildcard: false };
  const mention = (at: number, text: string) => {
    const read = readMention(text, at);
    if (read === undefined) return;
    if (read.group) {
      groups.set(`${read.id ?? ''}|${read.name}`, pick(read));
      return;
    }
    // With an ID, even `everyone` is the name of a person.
    const kind = read.id === undefined ? wildcardKind(read.name) : undefined;
    if (kind === 'channel') found.channelWildcard = true;
    else if (kind === 'topic') found.topicWildcard = true;
    else users.set(`${read.id ?? ''}|${read.name}`, pick(read));
  };
  const channel = (at: number, text: string) => {
    const read = readChannelLink(text, at);
    if (read !== undefined) channels.add(read.name);
  };
  // In a table cell, `|` is typed as `\|`. The parser removes the backslash.
  for (const text of content.includes('\\|') ? [content, content.replaceAll('\\|', '|')] : [content]) {
    for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) mention(at, text);
    for (let at = text.indexOf('#**'); at !== -1; at = text.indexOf('#**', at + 1)) channel(at, text);
  }
  for (let at = content.indexOf(':'); at !== -1; at = content.indexOf(':', at + 1)) {
    const name = readEmojiName(content, at);
    if (name !== undefined) emoji.add(name);
  }
  // URLs of links may contain backslash escapes and character references.
  const unescaped = /[\\&]/.test(content) ? markdown.utils.unescapeAll(content) : content;
  for (const text of unescaped === content ? [content] : [content, unescaped]) {
    for (let at = text.indexOf(uploadPrefix); at !== -1; at = text.indexOf(uploadPrefix, at + 1)) {
      const from = at + uploadPrefix.length;
      // In an unescaped text, a bracket may be one that was escaped.
      const linked = text === content ? linkedPath(text, from) : undefined;
      for (const path of linked === undefined ? candidatePaths(text, from) : [linked]) {
        // Decoding a malformed path is slow. So each path is decoded only once, and no more paths than the limit.
        if (candidates.size >= limits.uploadPaths || candidates.has(path)) continue;
        candidates.add(path);
        uploads.add(decodePath(path));
      }
    }
  }
  return {
    users: [...users.values()],
    groups: [...groups.values()],
    channels: [...channels],
    emoji: [...emoji],
    uploads: [...uploads],
    ...found,
  };
}

/** Returns all possible paths that start at `from`, up to a limit. The parser finds out later where the path really ends. */
function candidatePaths(text: string, from: number): string[] {
  const paths: string[] = [];
  const max = Math.min(text.length, from + limits.uploadPathLength);
  let pos = from;
  for (; pos < max && paths.length < limits.uploadPathEnds; pos++) {
    const char = text.charAt(pos);
    if (pos > from && pathEnd.test(char)) paths.push(text.slice(from, pos));
    if (pathStop.test(char)) return paths;
  }
  if (pos > from) paths.push(text.slice(from, pos));
  return paths;
}

/** Returns the path of a link with a text, as uploads are shared and imported, of which the end is certain: `[text](/user_uploads/…)`. */
function linkedPath(text: string, from: number): string | undefined {
  const start = from - uploadPrefix.length;
  if (!text.startsWith('](', start - 2)) return undefined;
  plainDestination.lastIndex = from;
  const found = plainDestination.exec(text)?.[1];
  return found !== undefined && found.length <= limits.uploadPathLength ? found : undefined;
}

/** Characters that mean nothing else in the destination of a link, up to its end. */
const plainDestination = /([\w/%.~-]+)\)/y;
const pathStop = /[\s<>?#]/;
const pathEnd = /[^a-zA-Z0-9/%\u0080-\uffff]|\s/;

function pick(read: MentionSyntax): { name: string; id?: number } {
  return read.id === undefined ? { name: read.name } : { name: read.name, id: read.id };
}
