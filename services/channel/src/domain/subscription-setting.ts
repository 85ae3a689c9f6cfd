import { errors, errorText, hasKey } from '@parley/core';
import type { SubscriptionSetting } from '@parley/proto/channel/v1/personal';
import type { ChannelId } from '@parley/rules';
import { parseColor } from './color.ts';

/** The personal settings of a subscription. Null means that the person has not set it. */
export type PersonalSettings = {
  /** Null means the channel's default color. */
  color: string | null;
  isMuted: boolean;
  isPinned: boolean;
  desktopNotifications: boolean | null;
  emailNotifications: boolean | null;
  pushNotifications: boolean | null;
  audibleNotifications: boolean | null;
  wildcardMentionsNotify: boolean | null;
};

/** The boolean properties of the API, with the names of the stored settings. `in_home_view` is the inverse of `is_muted`. */
const flags = {
  is_muted: 'isMuted',
  in_home_view: 'isMuted',
  pin_to_top: 'isPinned',
  desktop_notifications: 'desktopNotifications',
  audible_notifications: 'audibleNotifications',
  push_notifications: 'pushNotifications',
  email_notifications: 'emailNotifications',
  wildcard_mentions_notify: 'wildcardMentionsNotify',
} as const satisfies Record<string, keyof PersonalSettings>;

/** A changed property in the form of a client event. */
export type ShownChange = { property: string; value: boolean | string };

export type ParsedSetting = {
  channelId: ChannelId;
  change: Partial<PersonalSettings>;
  /** The changes in the form of client events. Muting changes two properties: the current one and a legacy one. */
  shown: readonly ShownChange[];
};

/** Parses one setting of a request. @throws BAD_REQUEST for an unknown property or a value of the wrong type */
export function parseSetting({ channelId, property, value }: SubscriptionSetting): ParsedSetting {
  if (property === 'color') {
    const color = value?.$case === 'text' ? parseColor(value.text) : null;
    if (color === null) throw errors.badRequest('color is not a valid hex color code');
    return { channelId, change: { color }, shown: [{ property, value: color }] };
  }
  if (!hasKey(flags, property))
    throw errors.badRequest(errorText('Unknown subscription property: {property}', { property }));
  if (value?.$case !== 'flag')
    throw errors.badRequest(errorText('{parameter} is not a boolean', { parameter: property }));
  const name = flags[property];
  const flag = property === 'in_home_view' ? !value.flag : value.flag;
  const shown =
    name === 'isMuted'
      ? [
          { property: 'in_home_view', value: !flag },
          { property: 'is_muted', value: flag },
        ]
      : [{ property, value: flag }];
  return { channelId, change: { [name]: flag }, shown };
}
