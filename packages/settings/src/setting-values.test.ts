import { UpdateOrganizationRequest } from '@parley/proto/useradmin/v1/organization';
import { SYSTEM_GROUP_RULES } from '@parley/rules';
import { describe, expect, it } from 'vitest';
import { effectiveOrganizationSettings, systemGroupIds } from './organization.ts';
import { effectiveUserSettings } from './personal.ts';
import { givenSettings, toSettingValues } from './setting-values.ts';

const groups = systemGroupIds(SYSTEM_GROUP_RULES.map((rule, index) => ({ rule, group_id: index + 1 })));

/** Returns settings after they were encoded and decoded, as between two services. */
function sent(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const request = UpdateOrganizationRequest.fromPartial({ changes: toSettingValues(settings) });
  const bytes = UpdateOrganizationRequest.encode(request).finish();
  return givenSettings(UpdateOrganizationRequest.decode(bytes).changes);
}

describe('are received as they were sent, for every setting', () => {
  it('arrive as they were sent, those of every setting', () => {
    const organization = effectiveOrganizationSettings({ jitsi_server_url: 'https://x.example' }, groups);
    expect(sent(organization)).toEqual(organization);
    const personal = effectiveUserSettings();
    expect(sent(personal)).toEqual(personal);
    expect(sent({ message_content_edit_limit_seconds: null })).toEqual({
      message_content_edit_limit_seconds: null,
    });
    expect(Object.keys(sent({ b: 1, a: 2 }))).toEqual(['b', 'a']);
  });

  it('of permissions are received as changes, with the old value that the client sent', () => {
    const people = { direct_members: [1, 2], direct_subgroups: [] };
    const update = { new: people, old: 7 };
    expect(sent({ a: update, b: people, c: 7, d: { new: 7 } })).toEqual({
      a: update,
      b: { new: people },
      c: 7,
      d: { new: 7 },
    });
  });

  it('of an unknown form cannot be sent', () => {
    expect(() => toSettingValues({ a: undefined })).toThrow('type undefined');
    expect(() => toSettingValues({ a: { b: 1 } })).toThrow('unknown form');
    expect(() => toSettingValues({ a: { new: 'x' } })).toThrow('unknown form');
  });
});
