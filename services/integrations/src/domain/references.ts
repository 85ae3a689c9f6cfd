import { channelLink, personMention } from '@parley/markdown';
import type { ChannelId, UserId } from '@parley/rules';
import { fromMrkdwn } from './slack/slack-text.ts';

/** Names of what texts in Slack's form refer to by IDs. */
export type Names = {
  users: ReadonlyMap<number, string>;
  channels: ReadonlyMap<number, string>;
};

const reference = /<([@#])([UWBC])(\d{1,15})(?:M\d+|T[\dA-F]*)?(?:\|[^<>\n]*)?>/g;
/** Maximum number of references that are looked up. */
const maxReferences = 200;

/** Returns the IDs to which texts in Slack's form refer, also in JSON. */
export function referencedIn(text: string): { userIds: UserId[]; channelIds: ChannelId[] } {
  const found = [...text.matchAll(reference)].slice(0, maxReferences);
  const idsOf = (sign: string) => [
    ...new Set(found.filter(([, each]) => each === sign).map(([, , , id]) => Number(id))),
  ];
  return { userIds: idsOf('@'), channelIds: idsOf('#') };
}

/**
 * Returns a text in Slack's form as Markdown. People and channels of this server are mentioned.
 * @param isSilent whether the people are named without being notified
 */
export function markdownOf(text: string, names: Names, isSilent: boolean): string {
  const written: string[] = [];
  // Characters of the private use area stand for references while marks are converted.
  const marked = text.replaceAll(/[\uE000\uE001]/g, '').replaceAll(reference, (whole, sign, kind, digits) => {
    const id = Number(digits);
    const name = sign === '@' ? names.users.get(id) : names.channels.get(id);
    if (name === undefined || (sign === '#') !== (kind === 'C')) return whole;
    written.push(
      sign === '@'
        ? personMention({ userId: id, fullName: name }, isSilent)
        : channelLink({ channelId: id, channelName: name }),
    );
    return `\uE000${written.length - 1}\uE001`;
  });
  return fromMrkdwn(marked).replaceAll(/\uE000(\d+)\uE001/g, (_, index) => written[Number(index)] ?? '');
}

/** Returns Markdown as a text in Slack's form, in which people are named by their IDs. */
export const mrkdwnOf = (content: string): string =>
  content
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/@_?\*\*(?:[^*|\n]*)\|(\d{1,15})\*\*/g, '<@U$1>')
    .replaceAll(/\[([^\]\n]{1,500})\]\((https?:\/\/[^\s()]{1,2000})\)/g, '<$2|$1>')
    .replaceAll(/\*\*(?=\S)([^*\n]+)(?<=\S)\*\*/g, '*$1*');
