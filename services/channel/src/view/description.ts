import type { Scope } from '@parley/facts';
import { render, scanReferences, unicodeEmoji } from '@parley/markdown';
import { channelNameKey } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { channelsByIdOrKey } from '../db/channels.ts';

/** No previews and no mentions of people. Only channels that are not private become links. */
export async function renderDescription(ctx: Ctx, description: string, scope: Scope): Promise<string> {
  if (description === '') return '';
  const { empty_topic_display_name: emptyTopicName } = await scope.settings();
  const named = scanReferences(description).channels;
  const found = named.length === 0 ? [] : await channelsByIdOrKey(ctx.db, [], named.map(channelNameKey));
  const open = new Map(found.filter((row) => !row.isPrivate).map((row) => [row.nameKey, row]));
  return render(description, {
    findUser: () => undefined,
    findGroup: () => undefined,
    findChannel: (name) => {
      const row = open.get(channelNameKey(name));
      return row && { id: row.channelId, name: row.name };
    },
    emoji: (name) => {
      const code = unicodeEmoji(name);
      return code === undefined ? undefined : { kind: 'unicode', code };
    },
    linkifiers: [],
    publicUrl: ctx.publicUrl,
    emptyTopicName,
    imagePreviews: false,
    channelWildcards: false,
    topicWildcards: false,
  }).html;
}
