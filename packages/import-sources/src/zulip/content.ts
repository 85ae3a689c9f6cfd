import type { ArchiveText } from '@parley/archive';
import { required } from '@parley/core';
import { append, asText, type Parts, withSafeLabel } from '../text/write.ts';

/** What texts refer to, by name. */
export interface ZulipReferences {
  /** Returns the key of a person: by ID, or by a name that only one has. */
  person(name: string, id: string | undefined): string | undefined;
  group(name: string): string | undefined;
  channel(name: string): string | undefined;
  channelById(id: string): string | undefined;
  hasFile(path: string): boolean;
  /** Addresses of the organization, without a slash at the end. More are found in messages. */
  readonly urls: string[];
}

/** Addresses that an organization has had at most. */
const maxAddresses = 10;
const narrowUrl = /(https?:\/\/[^/\s<>()[\]]{1,250})\/(#narrow\/[^\s<>()[\]]{1,500})/g;

/**
 * Adds the addresses of the organization that a message shows: Zulip renders links to its own messages without the host. An export itself
 * does not tell the address.
 */
export function learnAddresses({ urls }: ZulipReferences, content: unknown, rendered: unknown): void {
  if (typeof content !== 'string' || typeof rendered !== 'string' || !content.includes('/#narrow/')) return;
  for (const [, origin = '', path] of content.matchAll(narrowUrl)) {
    const isRelative = rendered.includes(`href="${path}"`) || rendered.includes(`href="/${path}"`);
    const isOwn = isRelative && !rendered.includes(`href="${origin}/${path}"`);
    if (isOwn && urls.length < maxAddresses && !urls.includes(origin)) urls.push(origin);
  }
}

/** Shows nothing, and takes away the meaning of the marks around it. */
const joiner = '\u2060';
/** Longer texts are taken as they are; no message is this long. */
const maxLength = 200_000;

/**
 * Returns a message of Zulip, whose Markdown is Parley's, with its references as parts of their own: mentions, links to channels,
 * topics and messages, and uploaded files. Code stays as it is. What is unknown is shown, and mentions nobody.
 */
export function zulipContent(content: string, references: ZulipReferences): ArchiveText {
  const parts: Parts = [];
  const clean = content.replaceAll('\0', '');
  if (clean.length > maxLength) return inert(clean);
  const open: { marks: string; isCode: boolean }[] = [];
  let isDoubtful = false;
  clean.split('\n').forEach((line, index) => {
    if (index > 0) append(parts, '\n');
    const [, marks, info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    const top = open.at(-1);
    if (marks !== undefined && !/[`~]/.test(info)) {
      if (info.trim() === '' && top?.marks === marks) open.pop();
      else if (!top?.isCode) open.push({ marks, isCode: !/^\s*(?:quote|spoiler)(?:\s|$)/i.test(info) });
      append(parts, line);
    } else if (top?.isCode) append(parts, line);
    else isDoubtful = writeLine(line, isDoubtful && line.trim() !== '', references, parts);
  });
  return asText(parts);
}

const construct =
  /(\\[!-/:-@[-`{-~])|(`+)|@(_?)\*\*([^*\n]{1,256})\*\*|@(_?)\*([^*\n]{1,256})\*|#\*\*([^*\n]{1,400})\*\*|(!?)\[((?:\\[[\]\\]|[^[\]\n\\]){0,500})\]\(([^()\s]{1,1000}(?:\([^()\s]{0,100}\)[^()\s]{0,1000})?)\)|(https?:\/\/[^\s<>()[\]]{1,1000})|(@_?|#)(?=\*)/g;

const inert = (text: string): string => text.replace(/(@_?|#)(?=\*)/g, `$1${joiner}`);

/** Writes a line. Returns whether it is open what is code in the next one. */
function writeLine(line: string, isOpen: boolean, references: ZulipReferences, parts: Parts): boolean {
  let isDoubtful = isOpen;
  let at = 0;
  const pattern = new RegExp(construct);
  for (let match = pattern.exec(line); match; match = pattern.exec(line)) {
    const [all, escaped, ticks, silent, person, silentGroup, group, channel, picture, label, target, url] =
      match;
    append(parts, line.slice(at, match.index));
    at = match.index + all.length;
    let isWritten = false;
    if (escaped !== undefined) {
      append(parts, escaped);
      isWritten = true;
    } else if (ticks !== undefined) {
      const end = endOfCode(line, at, ticks);
      const code = line.slice(match.index, end === -1 ? at : end);
      // Behind marks that nothing closes on their line, it is open what is code.
      append(parts, isDoubtful ? inert(code) : code);
      if (end !== -1) at = end;
      else isDoubtful = true;
      isWritten = true;
    } else if (person !== undefined) isWritten = writePerson(person, silent === '_', references, parts);
    else if (group !== undefined) {
      const key = references.group(group);
      isWritten = key !== undefined;
      if (key !== undefined)
        append(parts, { ref: 'group', key, ...(silentGroup === '_' ? { silent: true } : {}) });
    } else if (channel !== undefined) isWritten = writeChannel(channel, references, parts);
    else if (target !== undefined)
      isWritten = writeLink(
        picture === '!',
        (label ?? '').replaceAll(/\\([[\]\\])/g, '$1'),
        target,
        references,
        parts,
      );
    else if (url !== undefined) isWritten = writeLink(false, '', url, references, parts);
    if (!isWritten) {
      // Only the sign is taken, because another construct may begin behind it.
      const [sign] = required(/^(?:@_?|#|!?\[|https?:\/\/)/.exec(all), 'sign of a construct');
      append(parts, /^[@#]/.test(sign) ? `${sign}${joiner}` : sign);
      at = match.index + sign.length;
    }
    pattern.lastIndex = at;
  }
  append(parts, line.slice(at));
  return isDoubtful;
}

/** Returns the index behind the marks that close code; -1 if nothing closes it. */
function endOfCode(line: string, from: number, ticks: string): number {
  for (let at = line.indexOf(ticks, from); at !== -1; ) {
    let end = at + ticks.length;
    while (line[end] === '`') end++;
    if (end - at === ticks.length) return end;
    at = line.indexOf(ticks, end);
  }
  return -1;
}

function writePerson(inner: string, isSilent: boolean, references: ZulipReferences, parts: Parts): boolean {
  const silent = isSilent ? { silent: true as const } : {};
  if (['all', 'everyone', 'channel', 'stream'].includes(inner)) {
    append(parts, { ref: 'everyone', of: 'channel', ...silent });
    return true;
  }
  if (inner === 'topic') {
    append(parts, { ref: 'everyone', of: 'topic', ...silent });
    return true;
  }
  const [, name = inner, id] = /^(.*)\|(\d{1,10})$/.exec(inner) ?? [];
  const key = references.person(name, id);
  if (key !== undefined) append(parts, { ref: 'person', key, ...silent });
  return key !== undefined;
}

function writeChannel(inner: string, references: ZulipReferences, parts: Parts): boolean {
  const divider = inner.indexOf('>');
  const name = divider === -1 ? inner : inner.slice(0, divider);
  const key = references.channel(name);
  if (key === undefined) return false;
  if (divider === -1) append(parts, { ref: 'channel', key });
  else {
    const topic = inner.slice(divider + 1);
    const [, before = '', message] = /^(.*)@(\d{1,15})$/.exec(topic) ?? [];
    if (message === undefined) append(parts, { ref: 'topic', channel: key, topic: topic.trim() });
    else
      append(
        parts,
        withSafeLabel({ ref: 'message', key: message, label: `#${name} > ${before.trim()} @ 💬` }),
      );
  }
  return true;
}

/** Writes a link that leads to something of this organization. Returns whether it does. */
function writeLink(
  isPicture: boolean,
  label: string,
  target: string,
  references: ZulipReferences,
  parts: Parts,
): boolean {
  const own = ownPath(target, references.urls);
  if (own === undefined) return false;
  const file = /^\/user_uploads\/([^?#]+)$/.exec(own)?.[1];
  const path = file === undefined ? undefined : decoded(file);
  if (path !== undefined && references.hasFile(path)) {
    // A picture in its place needs its mark in front of the link.
    if (isPicture) append(parts, '!');
    append(parts, withSafeLabel({ ref: 'file', key: path, ...(label === '' ? {} : { label }) }));
    return true;
  }
  const message = /^\/?#narrow\/.*\/(?:near|with)\/(\d{1,15})$/.exec(own)?.[1];
  if (message !== undefined) {
    append(parts, withSafeLabel({ ref: 'message', key: message, label: label === '' ? target : label }));
    return true;
  }
  const [, channelId, topic] =
    /^\/?#narrow\/(?:stream|channel)\/(\d{1,12})(?:-[^/]*)?(?:\/(?:topic|subject)\/([^/]*))?$/.exec(own) ??
    [];
  const channel = channelId === undefined ? undefined : references.channelById(channelId);
  if (channel === undefined) return false;
  if (topic === undefined) append(parts, { ref: 'channel', key: channel });
  else append(parts, { ref: 'topic', channel, topic: decoded(topic.replaceAll('.', '%')) ?? '' });
  return true;
}

/** Returns the path of an address of this organization; undefined for other addresses. */
function ownPath(target: string, urls: readonly string[]): string | undefined {
  if (/^\/(?!\/)|^#/.test(target)) return target;
  const url = urls.find((each) => target.startsWith(`${each}/`));
  return url === undefined ? undefined : target.slice(url.length);
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
