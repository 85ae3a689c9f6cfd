import { errors } from '@parley/core';
import type { SubscriptionSetting } from '@parley/proto/channel/v1/personal';
import { parseColor } from './color.ts';

/** What a person set for a channel. */
export type PersonalSettings = {
  /** Null: the channel's own. */
  color: string | null;
  isMuted: boolean;
  isPinned: boolean;
  desktopNotifications: boolean | null;
  emailNotifications: boolean | null;
  pushNotifications: boolean | null;
  audibleNotifications: boolean | null;
  wildcardMentionsNotify: boolean | null;
};

/** Properties of the API that are flags, and what is stored for them. `in_home_view` is the inverse of muted. */
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

/** A client event's `property` and `value`. */
export type ShownChange = { property: string; value: boolean | string };

export type ParsedSetting = {
  channelId: number;
  change: Partial<PersonalSettings>;
  /** What clients hear of it: a mute under its new and its legacy name. */
  shown: readonly ShownChange[];
};

/** One setting of a request. @throws BAD_REQUEST for an unknown property or a value that is none of its kind. */
export function parseSetting({ channelId, property, value }: SubscriptionSetting): ParsedSetting {
  if (property === 'color') {
    const color = value?.$case === 'text' ? parseColor(value.text) : null;
    if (color === null) throw errors.badRequest('color is not a valid hex color code');
    return { channelId, change: { color }, shown: [{ property, value: color }] };
  }
  if (!Object.hasOwn(flags, property)) throw errors.badRequest(`Unknown subscription property: ${property}`);
  if (value?.$case !== 'flag') throw errors.badRequest(`${property} is not a boolean`);
  const name = flags[property as keyof typeof flags];
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
