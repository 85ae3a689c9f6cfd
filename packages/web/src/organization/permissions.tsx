import type { GroupSettingValue, ParamsOf, Registration } from '@parley/client';
import { For, Show } from 'solid-js';
import { PermissionSetting } from '../forms/permission.tsx';
import { roles, useField, useIsAdministrator, useRole } from '../forms/self.ts';
import { SettingGroup } from '../forms/setting.tsx';
import { useParley } from '../model/parley.tsx';
import { o } from './texts.ts';

const groups = [
  {
    title: 'permJoin',
    names: ['can_invite_users_group', 'create_multiuse_invite_group'],
  },
  {
    title: 'permChannels',
    names: [
      'can_create_public_channel_group',
      'can_create_private_channel_group',
      'can_create_web_public_channel_group',
      'can_add_subscribers_group',
      'can_set_topics_policy_group',
      'can_set_delete_message_policy_group',
    ],
  },
  {
    title: 'permMessages',
    names: [
      'can_mention_many_users_group',
      'can_move_messages_between_topics_group',
      'can_move_messages_between_channels_group',
      'can_resolve_topics_group',
      'can_delete_own_message_group',
      'can_delete_any_message_group',
    ],
  },
  {
    title: 'permDirect',
    names: ['direct_message_initiator_group', 'direct_message_permission_group'],
  },
  {
    title: 'permGroups',
    names: [
      'can_create_groups',
      'can_manage_all_groups',
      'can_create_bots_group',
      'can_create_write_only_bots_group',
      'can_add_custom_emoji_group',
    ],
  },
  { title: 'permGuests', names: ['can_access_all_users_group'] },
] as const;

type Name = (typeof groups)[number]['names'][number];

/** Permissions that only owners may change. */
const ownersOnly: ReadonlySet<Name> = new Set([
  'create_multiuse_invite_group',
  'can_invite_users_group',
  'can_manage_all_groups',
  'can_create_web_public_channel_group',
]);

/** Who may do what in the organization. */
export default function PermissionsSection() {
  const isAdministrator = useIsAdministrator();
  return (
    <>
      <Show when={!isAdministrator()}>
        <p class="muted">{o('onlyAdministrators')}</p>
      </Show>
      <For each={groups}>
        {(group) => (
          <SettingGroup title={o(group.title)}>
            <For each={group.names}>{(name) => <Permission name={name} />}</For>
          </SettingGroup>
        )}
      </For>
    </>
  );
}

function Permission(props: { name: Name }) {
  const { client } = useParley();
  const role = useRole();
  const value = useField(`realm_${props.name}` as keyof Registration);
  const rules = useField('server_supported_permission_settings');
  const isOwnersOnly = ownersOnly.has(props.name);
  return (
    <Show when={value() !== undefined}>
      <PermissionSetting
        label={o(props.name)}
        help={isOwnersOnly ? o('onlyOwners') : undefined}
        value={() => value() as GroupSettingValue}
        rules={rules()?.realm[props.name]}
        isDisabled={role() > (isOwnersOnly ? roles.owner : roles.administrator)}
        save={(change) => client.call('update-realm', { [props.name]: change } as ParamsOf<'update-realm'>)}
      />
    </Show>
  );
}
