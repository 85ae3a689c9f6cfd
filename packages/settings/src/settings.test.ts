import { SYSTEM_GROUP_RULES } from '@parley/rules';
import { describe, expect, it } from 'vitest';
import {
  areGuestsLimited,
  effectiveOrganizationSettings,
  type OrganizationSettings,
  organizationSetting,
  organizationSettingNames,
  systemGroupIds,
} from './organization.ts';
import {
  effectiveUserSettings,
  presentValue,
  userSettingNames,
  userSettingSchema,
  userSettingUpdateSchema,
} from './personal.ts';

const groups = systemGroupIds(SYSTEM_GROUP_RULES.map((rule, index) => ({ rule, group_id: index + 1 })));

describe('settings of the organization', () => {
  it('have valid defaults', () => {
    const defaults = effectiveOrganizationSettings({}, groups);
    for (const name of organizationSettingNames) {
      expect(organizationSetting(name).schema.safeParse(defaults[name]).success, name).toBe(true);
    }
  });

  it('that are permissions default to system groups', () => {
    const defaults = effectiveOrganizationSettings({}, groups);
    expect(defaults.can_create_public_channel_group).toBe(groups['role:members']);
    expect(defaults.can_create_web_public_channel_group).toBe(groups['role:owners']);
  });

  it('keep stored values, and ignore invalid ones', () => {
    const stored = {
      name: 'Ours',
      topics_policy: 'whatever',
      can_invite_users_group: { direct_members: [7], direct_subgroups: [] },
      from_the_future: 1,
    };
    const values = effectiveOrganizationSettings(stored, groups);
    expect(values).toMatchObject({
      name: 'Ours',
      topics_policy: 'allow_empty_topic',
      can_invite_users_group: { direct_members: [7], direct_subgroups: [] },
    });
    expect(values).not.toHaveProperty('from_the_future');
  });

  it('have names that the type checker knows, limits and permissions included', () => {
    const values: OrganizationSettings = effectiveOrganizationSettings({}, groups);
    const limits: (number | null)[] = [
      values.move_messages_between_streams_limit_seconds,
      values.move_messages_within_stream_limit_seconds,
      values.message_content_delete_limit_seconds,
    ];
    expect(limits).toEqual([604_800, 604_800, 600]);
    // @ts-expect-error a misspelt limit does not compile
    expect(values.move_messages_within_streams_limit_seconds).toBeUndefined();
    // @ts-expect-error nor does a misspelt permission
    expect(values.can_create_public_channels_group).toBeUndefined();
  });

  it('limit guests to people with whom they share a channel or conversation, unless everyone may access all users', () => {
    const everyone = groups['role:everyone'];
    expect(areGuestsLimited(effectiveOrganizationSettings({}, groups), everyone)).toBe(false);
    const stored = { can_access_all_users_group: groups['role:members'] };
    expect(areGuestsLimited(effectiveOrganizationSettings(stored, groups), everyone)).toBe(true);
  });

  it('cannot be read before the system groups exist', () => {
    expect(() => systemGroupIds([])).toThrow('missing');
  });
});

describe('personal settings', () => {
  it('have valid defaults', () => {
    const defaults = effectiveUserSettings();
    for (const name of userSettingNames) {
      expect(userSettingSchema(name)!.safeParse(defaults[name]).success, name).toBe(true);
    }
    expect(userSettingSchema('no_such_setting')).toBeUndefined();
  });

  it('may be set by people, except a view that only organizations may choose as a default', () => {
    const accepted = (schemaOf: typeof userSettingUpdateSchema, name: string) =>
      [1, 2, 3, 4].filter((value) => schemaOf(name)!.safeParse(value).success);
    expect(accepted(userSettingUpdateSchema, 'web_channel_default_view')).toEqual([1, 2, 4]);
    expect(accepted(userSettingSchema, 'web_channel_default_view')).toEqual([1, 2, 3, 4]);
    expect(userSettingUpdateSchema('color_scheme')).toBe(userSettingSchema('color_scheme'));
    expect(effectiveUserSettings({}, { web_channel_default_view: 3 })).toMatchObject({
      web_channel_default_view: 3,
    });
  });

  it('have the present names of values that were renamed', () => {
    expect(effectiveUserSettings({ web_home_view: 'recent_topics' }).web_home_view).toBe('recent');
    expect(presentValue('web_home_view', 'recent_topics')).toBe('recent');
    for (const value of ['inbox', 'recent', 'all_messages'])
      expect(presentValue('web_home_view', value)).toBe(value);
    expect(presentValue('emojiset', 'recent_topics')).toBe('recent_topics');
    expect(presentValue('color_scheme', 3)).toBe(3);
  });

  it('accept the font sizes that clients offer, down to 10 pixels', () => {
    const accepted = [9, 10, 11, 12, 20, 21].filter(
      (value) => userSettingUpdateSchema('web_font_size_px')!.safeParse(value).success,
    );
    expect(accepted).toEqual([10, 11, 12, 20]);
  });

  it('have the first valid value of the person, the organization and the default', () => {
    const values = effectiveUserSettings({ color_scheme: 9, enter_sends: true }, { color_scheme: 3 });
    expect(values).toMatchObject({ color_scheme: 3, enter_sends: true });
  });
});
