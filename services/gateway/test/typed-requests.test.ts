import type {
  AddProfileFieldRequest,
  UpdateOrganizationRequest,
  UpdateUserSettingsDefaultsRequest,
} from '@parley/proto/useradmin/v1/organization';
import type { UpdateOwnProfileRequest, UpdateSettingsRequest } from '@parley/proto/useradmin/v1/people';
import { givenSettings } from '@parley/settings';
import { expect, it } from 'vitest';
import { send, startTestGateway } from './support.ts';

type Seen = {
  organization: UpdateOrganizationRequest;
  defaults: UpdateUserSettingsDefaultsRequest;
  settings: UpdateSettingsRequest;
  profile: UpdateOwnProfileRequest;
  field: AddProfileFieldRequest;
};

it('sends settings, profile values and expected values as typed fields', async () => {
  const seen: Partial<Seen> = {};
  const see = <Name extends keyof Seen, Answer>(name: Name, answer: Answer) => {
    return async (request: Seen[Name]) => {
      seen[name] = request;
      return answer;
    };
  };
  await using gateway = await startTestGateway({
    services: {
      userAdmin: {
        updateOrganization: see('organization', {}),
        updateUserSettingsDefaults: see('defaults', {}),
        updateSettings: see('settings', {}),
        updateOwnProfile: see('profile', {}),
        addProfileField: see('field', { fieldId: 1 }),
      },
    },
  });
  const request = async (method: 'PATCH' | 'POST', path: string, fields: Record<string, unknown>) => {
    const form = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]),
    );
    const { status, body } = await send(gateway, { method, url: `/api/v1${path}`, form });
    expect({ path, status, body }).toMatchObject({ status: 200 });
  };

  const permission = { new: { direct_members: [7], direct_subgroups: [] }, old: 3 };
  await request('PATCH', '/realm', {
    description: 'd',
    waiting_period_threshold: 5,
    inline_image_preview: false,
    message_content_edit_limit_seconds: 'unlimited',
    can_invite_users_group: permission,
    expected: { description: null, icon: { a: [1, true, 'x'] } },
  });
  expect(seen.organization!.expected).toEqual({ description: null, icon: { a: [1, true, 'x'] } });
  const organization = {
    description: 'd',
    waiting_period_threshold: 5,
    inline_image_preview: false,
    message_content_edit_limit_seconds: null,
    can_invite_users_group: permission,
  };
  expect(givenSettings(seen.organization!.changes)).toEqual(organization);

  await request('PATCH', '/realm/user_settings_defaults', { enter_sends: true });
  expect(givenSettings(seen.defaults!.changes)).toEqual({ enter_sends: true });

  await request('PATCH', '/settings', { color_scheme: 2, enter_sends: true });
  const settings = { color_scheme: 2, enter_sends: true };
  expect(givenSettings(seen.settings!.settings)).toEqual(settings);

  await request('PATCH', '/users/me/profile_data', {
    data: [
      { id: 1, value: 'x' },
      { id: 2, value: [7] },
      { id: 3, value: null },
    ],
  });
  expect(seen.profile!.profileData).toEqual([
    { fieldId: 1, value: { $case: 'text', text: 'x' } },
    { fieldId: 2, value: { $case: 'people', people: { userIds: [7] } } },
    { fieldId: 3, value: { $case: 'cleared', cleared: true } },
  ]);

  const choices = { a: { text: 'A', order: '1' } };
  const empty = { choices: {}, externalAccount: undefined, isMalformed: false };
  for (const [data, typed] of [
    [choices, { ...empty, choices }],
    [{ subtype: 'github' }, { ...empty, externalAccount: { subtype: 'github', urlPattern: undefined } }],
    [{}, empty],
    [{ a: 1 }, { ...empty, isMalformed: true }],
  ]) {
    await request('POST', '/realm/profile_fields', { name: 'F', field_type: 3, field_data: data });
    expect(seen.field!.draft!.fieldData).toEqual(typed);
  }
});
