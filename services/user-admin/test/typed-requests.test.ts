import type { ProfileFieldDraft } from '@parley/proto/useradmin/v1/organization';
import { ProfileFieldDraft as Draft } from '@parley/proto/useradmin/v1/organization';
import type { ProfileValue } from '@parley/proto/useradmin/v1/people';
import { UpdateSettingsRequest } from '@parley/proto/useradmin/v1/people';
import { fromOrganizationFacts, toSettingValues } from '@parley/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as, type Env, operator, startEnv } from './support.ts';

let env: Env;

beforeAll(async () => {
  env = await startEnv({ hasEvents: true });
});
afterAll(() => env.stop());

const owner = () => as(env.ownerId);
/** Returns the events of one type since the last call, oldest first, as parsed JSON. */
const eventsOf = async (type: string) =>
  (await env.events()).flatMap(({ deliveries }) =>
    deliveries
      .filter((each) => each.type === type)
      .map(({ json }) => JSON.parse(Buffer.from(json).toString())),
  );

describe('typed values take effect', () => {
  it('in settings of the organization, permissions with expected values included', async () => {
    const everyone = (await env.client.listGroups({}, operator())).groups.find(
      ({ rule }) => rule === 'role:everyone',
    )!.groupId;
    const people = { direct_members: [env.ownerId], direct_subgroups: [everyone] };
    const settings = {
      description: 'both',
      waiting_period_threshold: 5,
      inline_image_preview: false,
      message_content_edit_limit_seconds: null,
      authentication_methods: { Email: true },
      can_resolve_topics_group: { new: people, old: everyone },
    };
    const others = {
      description: '',
      waiting_period_threshold: 0,
      inline_image_preview: true,
      message_content_edit_limit_seconds: 600,
      authentication_methods: { Email: true },
      can_resolve_topics_group: everyone,
    };
    const update = (values: Record<string, unknown>) =>
      env.client.updateOrganization({ changes: toSettingValues(values) }, owner());
    await update(others);
    await update(settings);
    const answer = await env.client.getOrganization({}, operator());
    expect(fromOrganizationFacts(answer).settings).toMatchObject({
      ...settings,
      can_resolve_topics_group: people,
    });
    // A service of the previous release reads only the JSON, which must have the same content.
    expect(fromOrganizationFacts({ ...answer, organization: undefined })).toEqual(
      fromOrganizationFacts(answer),
    );
    await expect(
      update({ can_resolve_topics_group: { new: people, old: everyone + 1 } }),
    ).rejects.toMatchObject({ code: 'EXPECTATION_MISMATCH' });
  });

  it('in defaults of personal settings', async () => {
    await env.events();
    const changes = toSettingValues({ color_scheme: 2, enter_sends: true });
    await env.client.updateUserSettingsDefaults({ changes }, owner());
    const events = await eventsOf('realm_user_settings_defaults');
    expect(events.map(({ property, value }) => [property, value])).toEqual([
      ['color_scheme', 2],
      ['enter_sends', true],
    ]);
  });

  it('in personal settings', async () => {
    const settings = { color_scheme: 3, web_home_view: 'recent', twenty_four_hour_time: null };
    const update = (values: Record<string, unknown>) =>
      env.client.updateSettings(
        UpdateSettingsRequest.fromPartial({ settings: toSettingValues(values) }),
        owner(),
      );
    await update({ color_scheme: 1, web_home_view: 'inbox', twenty_four_hour_time: false });
    await env.events();
    await update(settings);
    const events = await eventsOf('user_settings');
    expect(Object.fromEntries(events.map(({ property, value }) => [property, value]))).toEqual(settings);
  });

  it('in profile fields and their values', async () => {
    const choices = { a: { text: 'Apple', order: '1' }, b: { text: 'Berry', order: '2' } };
    const site = { subtype: 'custom', url_pattern: 'https://x.example/%(username)s' };
    const add = async (name: string, fieldType: number, data: Partial<ProfileFieldDraft>) =>
      (
        await env.client.addProfileField(
          { fieldType, draft: Draft.fromPartial({ name, ...data } as object) },
          owner(),
        )
      ).fieldId;
    const fieldData = { choices: {}, externalAccount: undefined, isMalformed: false };
    const ids = [
      await add('list', 3, { fieldData: { ...fieldData, choices } }),
      await add('site', 7, {
        fieldData: {
          ...fieldData,
          externalAccount: { subtype: site.subtype, urlPattern: site.url_pattern },
        },
      }),
      await add('people', 6, {}),
    ];
    const { fieldsJson } = await env.client.listProfileFields({}, owner());
    const fields: { id: number; field_data: string }[] = JSON.parse(fieldsJson.toString());
    expect(ids.map((id) => fields.find((field) => field.id === id)?.field_data)).toEqual([
      JSON.stringify(choices),
      JSON.stringify(site),
      '',
    ]);
    await expect(add('neither', 3, { fieldData: { ...fieldData, isMalformed: true } })).rejects.toMatchObject(
      {
        message: 'field_data is not a list of options',
      },
    );

    const userIds = [env.ownerId];
    const values: [number, Partial<ProfileValue>][] = [
      [ids[0]!, { value: { $case: 'text', text: 'b' } }],
      [ids[2]!, { value: { $case: 'people', people: { userIds } } }],
      [ids[2]!, { value: { $case: 'cleared', cleared: true } }],
    ];
    await env.events();
    for (const [fieldId, value] of values) {
      const given = { fieldId, value: undefined, ...value };
      await env.client.updateOwnProfile({ profileData: [given] }, owner());
    }
    const events = await eventsOf('realm_user');
    const list = JSON.stringify(userIds);
    expect(events.map(({ person }) => person.custom_profile_field.value)).toEqual(['b', list, null]);
  });
});
