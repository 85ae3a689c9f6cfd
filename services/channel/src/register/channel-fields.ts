/** Builds the fields about channels of a register response from texts that are shared among readers. */
import { keysOf, type Visitor, visitor } from '@parley/core';
import type { Scope, User } from '@parley/facts';
import type { ChannelNotifications } from '@parley/proto/common/v1/subscription';
import type { Members } from '@parley/registration';
import type { ChannelId } from '@parley/rules';
import type { ChannelRow } from '../db/channels.ts';
import type { OwnSubscription, PersonalSettings } from '../db/subscriptions.ts';
import { isGuest, maySeeMetadata, metadataSettings } from '../domain/permissions.ts';
import { standings } from '../facts/access.ts';
import { personalJson, plainSettings, postingRuleOf } from '../view/channel-json.ts';
import { withOwn } from '../view/subscription-text.ts';
import type { BlockText, ChannelBlock, Place } from './channel-blocks.ts';
import type { ChannelList } from './channel-list.ts';
import { type Appearance, pickChannels } from './pick-channels.ts';

/** The reader for whom the fields are built, and the facts on which they depend. */
export type Viewer = {
  reader: User | Visitor;
  own: ReadonlyMap<ChannelId, OwnSubscription>;
  withArchived: boolean;
  /** The reader's notification settings, which replace null in personal settings; undefined for clients that accept null. */
  notifications: ChannelNotifications | undefined;
};

/** The fields that the client requests. */
export type WantedFields = { subscriptions: boolean; channels: boolean; defaults: boolean };

export async function channelFields(
  list: ChannelList,
  viewer: Viewer,
  wanted: WantedFields,
  scope: Scope,
): Promise<Members> {
  const visible = await visibleChannelIds(list, viewer, scope);
  const blocks = await list.blocks(await postingRuleOf(scope));
  const fields: Members = new Map();
  const add = (
    name: string,
    textOf: (block: ChannelBlock) => BlockText,
    appearanceOf: (place: Place, id: number) => Appearance | undefined,
  ) =>
    fields.set(
      name,
      pickChannels(blocks.map(textOf), (place) => appearanceOf(place, place.listed.row.channelId)),
    );
  if (wanted.subscriptions) {
    const { reader, own } = viewer;
    const isShown = ({ listed }: Place) => viewer.withArchived || !listed.row.isArchived;
    const subscribed = (block: ChannelBlock) => block.subscribed;
    add('subscriptions', subscribed, (place, id) => {
      // Visitors get the visible channels as if they were subscribed with default settings, without lists of subscribers.
      if (reader === visitor) return visible.has(id) ? 'unchanged' : undefined;
      const subscription = own.get(id);
      return subscription?.isSubscribed && isShown(place)
        ? withPersonal(place, subscription, viewer)
        : undefined;
    });
    add('unsubscribed', subscribed, (place, id) => {
      const subscription = own.get(id);
      const hasLeft = subscription && !subscription.isSubscribed && visible.has(id);
      return hasLeft ? withPersonal(place, subscription, viewer) : undefined;
    });
    add(
      'never_subscribed',
      (block) => block.known,
      (_place, id) => (reader !== visitor && visible.has(id) && !own.has(id) ? 'unchanged' : undefined),
    );
  }
  if (wanted.channels) {
    add(
      'streams',
      (block) => block.listed,
      (_place, id) => (visible.has(id) ? 'unchanged' : undefined),
    );
  }
  if (wanted.defaults) fields.set('realm_default_streams', defaultIds(list, viewer, visible));
  return fields;
}

function withPersonal(place: Place, own: OwnSubscription, { notifications }: Viewer): Appearance {
  if (notifications) return personalText(place, withOwn(own, notifications));
  return isPlain(own) ? 'unchanged' : personalText(place, own);
}

const personalText = ({ listed, personalAt }: Place, own: PersonalSettings): Appearance => ({
  from: personalAt,
  text: Buffer.from(`,${JSON.stringify(personalJson(listed.row.channelId, own)).slice(1)}`),
});

const settingNames = keysOf(plainSettings);

const isPlain = (own: OwnSubscription): boolean =>
  settingNames.every((name) => own[name] === plainSettings[name]);

export async function visibleChannelIds(
  list: ChannelList,
  viewer: Pick<Viewer, 'reader' | 'own' | 'withArchived'>,
  scope: Scope,
): Promise<ReadonlySet<ChannelId>> {
  const related: { row: ChannelRow; groupSettings: ChannelRow['groupSettings']; isSubscribed: boolean }[] =
    [];
  for (const { row } of list.channels.values()) {
    if (row.isArchived && !viewer.withArchived) continue;
    const isSubscribed = viewer.own.get(row.channelId)?.isSubscribed ?? false;
    related.push({ row, groupSettings: row.groupSettings, isSubscribed });
  }
  const unrelated = related.filter(({ row, isSubscribed }) => row.isPrivate && !isSubscribed);
  const standingIn = await standings(viewer.reader, unrelated, metadataSettings, scope);
  const seen = related.filter((each) => maySeeMetadata(viewer.reader, each.row, standingIn(each)));
  return new Set(seen.map(({ row }) => row.channelId));
}

/** None for guests and visitors: guests see public channels only with a subscription. */
function defaultIds(list: ChannelList, { reader }: Viewer, visible: ReadonlySet<ChannelId>): ChannelId[] {
  if (reader === visitor || isGuest(reader)) return [];
  const rows = Array.from(list.channels.values(), ({ row }) => row);
  return rows
    .filter((row) => row.isDefault && !row.isArchived && visible.has(row.channelId))
    .map((row) => row.channelId);
}
