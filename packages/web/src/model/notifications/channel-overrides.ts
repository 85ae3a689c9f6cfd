import type { ChannelSettings } from '@parley/client';

/** Notification settings of a channel, each with the personal setting that applies when the channel has no value. */
export const personalSettingOfChannel = {
  desktop_notifications: 'enable_stream_desktop_notifications',
  audible_notifications: 'enable_stream_audible_notifications',
  push_notifications: 'enable_stream_push_notifications',
  email_notifications: 'enable_stream_email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const;

export type ChannelNotification = keyof typeof personalSettingOfChannel;

export type Override = {
  readonly name: ChannelNotification;
  readonly value: boolean;
  /** The personal setting that the channel's value overrides. */
  readonly personalSetting: (typeof personalSettingOfChannel)[ChannelNotification];
};

/** Returns the channel's notification settings whose values differ from the personal settings. */
export function overridesOf(
  settings: Partial<ChannelSettings>,
  defaultOf: (name: Override['personalSetting']) => boolean,
): Override[] {
  const names = Object.keys(personalSettingOfChannel) as ChannelNotification[];
  return names.flatMap((name) => {
    const [value, personalSetting] = [settings[name], personalSettingOfChannel[name]];
    if (typeof value !== 'boolean' || value === defaultOf(personalSetting)) return [];
    return [{ name, value, personalSetting }];
  });
}
