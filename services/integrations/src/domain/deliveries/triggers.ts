import type { MessageSent } from '@parley/proto/events/v1/facts';
import type { ChannelId, UserId } from '@parley/rules';

/** What makes messages go to the program of a bot, besides mentions and direct messages. */
export type BotTriggers = {
  botId: UserId;
  triggerWords: readonly string[];
  channelIds: readonly ChannelId[];
  /** Kinds of events that are sent, too (`manifest.ts`). */
  events: readonly string[];
  /** 3 for apps, to which only what they have asked for is sent. */
  interface: number;
};

/** `message`: the bot of an app is subscribed to the channel. */
export type Trigger = {
  botId: UserId;
  trigger: 'mention' | 'direct_message' | 'word' | 'message';
  triggerWord: string;
};

/** The value of `interface` for apps: Slack's Events API. */
export const appInterface = 3;

/**
 * Returns the bots to whose programs a message goes, each with the reason. Messages of bots go nowhere, so that two programs do not answer each
 * other without end.
 * @param isSubscribed whether the bot of an app is subscribed to a channel
 */
export function triggersOf(
  sent: MessageSent,
  bots: readonly BotTriggers[],
  isSubscribed: (botId: UserId, channelId: ChannelId) => boolean,
): Trigger[] {
  if (sent.senderIsBot || bots.length === 0) return [];
  const { place } = sent;
  if (place?.$case === 'direct') {
    const members = new Set(place.direct.recipients.map(({ userId }) => userId));
    return bots
      .filter((bot) => members.has(bot.botId) && wants(bot, 'message'))
      .map(({ botId }) => ({ botId, trigger: 'direct_message', triggerWord: '' }));
  }
  if (place?.$case !== 'channel') return [];
  const mentioned = new Set(
    sent.personalFlags.filter(({ flags }) => flags.includes('mentioned')).map(({ userId }) => userId),
  );
  const { channelId } = place.channel;
  return bots.flatMap((bot): Trigger[] => {
    if (mentioned.has(bot.botId) && wants(bot, 'app_mention'))
      return [{ botId: bot.botId, trigger: 'mention', triggerWord: '' }];
    if (bot.interface === appInterface) {
      const receives = wants(bot, 'message') && isSubscribed(bot.botId, channelId);
      return receives ? [{ botId: bot.botId, trigger: 'message', triggerWord: '' }] : [];
    }
    if (!bot.channelIds.includes(channelId)) return [];
    const word = bot.triggerWords.find((each) => startsWithWord(sent.content, each));
    return word === undefined ? [] : [{ botId: bot.botId, trigger: 'word', triggerWord: word }];
  });
}

/** Returns whether a program gets a kind of messages. Apps get only what they have asked for. */
const wants = (bot: BotTriggers, kind: 'message' | 'app_mention'): boolean =>
  bot.interface !== appInterface || bot.events.includes(kind);

/** Returns whether a message begins with a word, as a whole word. Upper and lower case do not matter. */
function startsWithWord(content: string, word: string): boolean {
  const text = content.trimStart();
  if (text.slice(0, word.length).toLowerCase() !== word.toLowerCase()) return false;
  return !/^[\p{L}\p{N}_]/u.test(text.slice(word.length));
}
