/**
 * Writes references to people, groups, channels, topics and messages, and quotations, as Markdown. Each function reads its text with
 * the parser. For a name that the short form cannot express, it writes a form with the ID, so every name can be referred to.
 */
import type { ChannelId, GroupId, MessageId, UserId } from '@parley/rules';
import { limits } from '../limits.ts';
import { narrowUrl } from '../links/urls.ts';
import { literalLinkText } from '../syntax/literal.ts';
import { readChannelLink, readMention, wildcardKind } from '../syntax/syntax.ts';

export type MentionedPerson = { userId: UserId; fullName: string };
export type MentionedGroup = { groupId: GroupId; name: string };
export type LinkedChannel = { channelId: ChannelId; channelName: string };
/** The channel and topic to which a link points, or with `messageId` a message there. */
export type LinkedPlace = LinkedChannel & { topic: string; messageId?: MessageId };

const mentionSign = (isSilent: boolean): string => (isSilent ? '@_' : '@');

/** Returns a mention of a person with the ID, which stays right when the name is changed or given to other people, too. */
export function personMention({ userId, fullName }: MentionedPerson, isSilent = false): string {
  const sign = mentionSign(isSilent);
  const text = `${sign}**${fullName}|${userId}**`;
  const read = readMention(text, 0);
  const isRead = read?.end === text.length && !read.group && read.name === fullName && read.id === userId;
  return isRead ? text : `${sign}**|${userId}**`;
}

/** Returns a mention of a person without the ID. `isUnique` is false for a name that several people have. */
export function shortPersonMention(person: MentionedPerson, isUnique: boolean, isSilent = false): string {
  const text = `${mentionSign(isSilent)}**${person.fullName}**`;
  const read = readMention(text, 0);
  const isRead = read?.end === text.length && !read.group && read.name === person.fullName;
  const isName = isRead && read.id === undefined && wildcardKind(person.fullName) === undefined;
  return isUnique && isName ? text : personMention(person, isSilent);
}

/** Returns a mention of everyone in a channel or topic, such as `@**all**`. */
export const wildcardMention = (name: string): string => `@**${name}**`;

export function groupMention({ groupId, name }: MentionedGroup, isSilent = false): string {
  const sign = mentionSign(isSilent);
  const text = `${sign}*${name}*`;
  const read = readMention(text, 0);
  const isRead = read?.end === text.length && read.group && read.name === name;
  return isRead ? text : `${sign}*|${groupId}*`;
}

export function channelLink({ channelId, channelName }: LinkedChannel): string {
  const text = `#**${channelName}**`;
  const read = readChannelLink(text, 0);
  const isRead = read?.end === text.length && read.name === channelName && read.topic === undefined;
  return isRead ? text : markdownLink(`#${channelName}`, narrowUrl({ id: channelId, name: channelName }));
}

export function placeLink({ channelId, channelName, topic, messageId }: LinkedPlace): string {
  const text = `#**${channelName}>${topic}${messageId === undefined ? '' : `@${messageId}`}**`;
  const read = readChannelLink(text, 0);
  const isRead =
    read?.end === text.length &&
    read.name === channelName &&
    read.topic === topic &&
    read.messageId === messageId;
  if (isRead) return text;
  const url = narrowUrl({ id: channelId, name: channelName }, topic, messageId);
  return messageId === undefined
    ? markdownLink(`#${channelName} > ${topic}`, url)
    : messageLink({ channelName, topic }, url);
}

/** Returns a link to the address of a message, which other programs that read Markdown understand as well. */
export const messageLink = (
  { channelName, topic }: Pick<LinkedPlace, 'channelName' | 'topic'>,
  url: string,
): string => `[#${literalLinkText(channelName)} > ${literalLinkText(topic)} @ 💬](${url})`;

/**
 * Returns a block that quotes a text. Its fence is longer than every run of backticks in the text. Code that the text leaves open is
 * closed: otherwise the end of the block would belong to this code.
 */
export function quotation(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const open = openCodeFence(text);
  return `${fence}quote\n${text}\n${open === '' ? '' : `${open}\n`}${fence}`;
}

/** Returns the fence that is still open at the end of a text, by the rules of `extensions/fence.ts`; empty without one. */
function openCodeFence(text: string): string {
  const open: { fence: string; isContainer: boolean }[] = [];
  for (const line of text.split('\n')) {
    const [, fence = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (fence === '' || /[`~]/.test(rest)) continue;
    const info = rest.trim();
    const top = open.at(-1);
    if (info === '' && fence === top?.fence) open.pop();
    else if (!top || top.isContainer) {
      if (open.length + 1 < limits.blockLevel) {
        open.push({ fence, isContainer: /^(?:quote|spoiler)(?:\s|$)/i.test(info) });
      }
    }
  }
  const top = open.at(-1);
  return top && !top.isContainer ? top.fence : '';
}

const markdownLink = (label: string, url: string): string => `[${literalLinkText(label)}](${url})`;
