import type { GroupSettingValue, ParamsOf, Registration } from '@parley/client';
import { For, Show } from 'solid-js';
import { PermissionSetting } from '../../forms/permission.tsx';
import { SettingGroup } from '../../forms/setting.tsx';
import { useParley } from '../../model/parley.tsx';
import { roles, useField, useIsAdministrator, useRole } from '../../model/self.ts';
import { o } from '../texts.ts';
import { permissionGroups } from './permission-groups.ts';

type Name = (typeof permissionGroups)[number]['names'][number];

const ownersOnly: ReadonlySet<Name> = new Set([
  'create_multiuse_invite_group',
  'can_invite_users_group',
  'can_manage_all_groups',
  'can_create_web_public_channel_group',
]);

export default function PermissionsSection() {
  const isAdministrator = useIsAdministrator();
  return (
    <>
      <Show when={!isAdministrator()}>
        <p class="muted">{o('onlyAdministrators')}</p>
      </Show>
      <For each={permissionGroups}>
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
