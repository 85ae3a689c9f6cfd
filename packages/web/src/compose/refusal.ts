import type { Place, Store, UserId } from '@parley/client';
import { placeKey } from '@parley/client';
import { t } from '../i18n/index.ts';
import { isClosedChannel } from '../model/names.ts';
import { holds, holdsInOrganization } from '../model/rights.ts';
import { topicRuleOf } from './recipients/topic-rule.ts';

/**
 * Returns why the server would refuse messages to a place (a topic or direct conversation); undefined when this client knows of no
 * reason.
 */
export function refusalOf(store: Store, place: Place): string | undefined {
  if (place.kind === 'direct') return directRefusal(store, place.userIds);
  const channel = store.channels.channels.get(place.channelId);
  if (!channel) return isClosedChannel(store, place.channelId) ? t('noSuchChannel') : undefined;
  if (channel.is_archived) return t('archivedChannel', { channel: channel.name });
  const { can_send_message_group: senders } = channel;
  if (senders !== undefined && !holds(store, senders)) return t('mayNotWrite', { channel: channel.name });
  const hasNoTopics = topicRuleOf(store, place.channelId) === 'empty_topic_only';
  return hasNoTopics && place.topic !== '' ? t('noTopicsHere', { channel: channel.name }) : undefined;
}

/**
 * Applies the server's rules for direct messages. At least one participant must be allowed to use direct messages. To start a
 * conversation, the sender must also be allowed to start conversations.
 */
function directRefusal(store: Store, userIds: readonly UserId[]): string | undefined {
  const { people, groups, fields, recentDirects } = store;
  // Messages to bots and to oneself require no permission.
  if (userIds.every((id) => id === people.selfId || people.users.get(id)?.is_bot)) return undefined;
  const permitted = fields.get('realm_direct_message_permission_group');
  if (permitted !== undefined && ![people.selfId, ...userIds].some((id) => groups.includes(permitted, id))) {
    return t('directMessagesOff');
  }
  const isStarted = recentDirects.conversations.get(placeKey({ kind: 'direct', userIds })) !== undefined;
  const isKnown = fields.get('realm_direct_message_initiator_group') !== undefined;
  if (isStarted || !isKnown || holdsInOrganization(store)('direct_message_initiator_group')) return undefined;
  return t('mayNotStartDirect');
}
