import type { ParamsOf, UserGroup } from '@parley/client';
import { foldCase } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { ChevronLeft, Users } from 'lucide';
import { createMemo, createSignal, For, Show } from 'solid-js';
import { createExpecting } from '../forms/expecting.ts';
import { SearchField } from '../forms/fields.tsx';
import { groupName } from '../forms/group-words.ts';
import { MembersField } from '../forms/members-field.tsx';
import { PermissionSetting } from '../forms/permission.tsx';
import { SettingGroup, TextSetting } from '../forms/setting.tsx';
import { f } from '../forms/texts.ts';
import { VirtualList } from '../forms/virtual-list.tsx';
import { directionOf } from '../i18n/direction.ts';
import { attempt } from '../model/actions.ts';
import { compareNames, userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useEntry } from '../model/reactive.ts';
import { roles, useField, useHasPermission, useRole } from '../model/self.ts';
import { Avatar } from '../ui/avatar.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { groupInUse } from './group-in-use.ts';
import { RemoveButton } from './removing.tsx';
import { o } from './texts.ts';

const permissions = [
  'can_manage_group',
  'can_add_members_group',
  'can_remove_members_group',
  'can_join_group',
  'can_leave_group',
  'can_mention_group',
] as const;

const manyMembers = 12;

/** Renders a user group: its members, subgroups and permissions. */
export default function GroupPage(props: { groupId: number }) {
  const { store } = useParley();
  const group = useEntry(store.groups.groups, () => props.groupId);
  return (
    <>
      <p>
        <a href="#organization/groups">
          <Icon of={ChevronLeft} /> {o('allGroups')}
        </a>
      </p>
      <Show when={group()} fallback={<p class="empty">{o('unknownGroup')}</p>}>
        {(present) => <Parts group={present} />}
      </Show>
    </>
  );
}

function Parts(props: { group: () => UserGroup }) {
  const { client } = useParley();
  const role = useRole();
  const manages = useHasPermission(() => props.group().can_manage_group);
  const managesAll = useHasPermission(useField('realm_can_manage_all_groups'));
  const isChangeable = () => !props.group().is_system_group && !props.group().deactivated;
  const mayManage = () => isChangeable() && role() < roles.guest && (manages() || managesAll());
  const rules = useField('server_supported_permission_settings');
  type Change = Omit<ParamsOf<'update-user-group'>, 'user_group_id'>;
  const expecting = createExpecting(() => props.group());
  const save = (change: Change) =>
    client.call('update-user-group', { user_group_id: props.group().id, ...change });
  const saveText = (change: Change) =>
    expecting(Object.keys(change), (expected) => save({ ...change, expected }));
  return (
    <>
      <SettingGroup title={groupName(props.group())}>
        <Show when={!props.group().is_system_group} fallback={<p class="muted">{o('systemGroup')}</p>}>
          <TextSetting
            label={o('groupName')}
            isRequired
            maxLength={limits.groupNameLength}
            isDisabled={!mayManage()}
            value={() => props.group().name}
            save={(name) => saveText({ name })}
          />
          <TextSetting
            label={o('groupDescription')}
            maxLength={limits.groupDescriptionLength}
            isDisabled={!mayManage()}
            value={() => props.group().description}
            save={(description) => saveText({ description })}
          />
        </Show>
      </SettingGroup>
      <Members group={props.group} mayManage={mayManage()} isChangeable={isChangeable()} />
      <Subgroups group={props.group} mayManage={mayManage()} />
      <Show when={!props.group().is_system_group}>
        <SettingGroup title={o('permissions')}>
          <For each={permissions}>
            {(name) => (
              <PermissionSetting
                label={o(name)}
                value={() => props.group()[name]}
                rules={rules()?.group[name]}
                isDisabled={!mayManage()}
                save={(change) => save({ [name]: change })}
              />
            )}
          </For>
        </SettingGroup>
        <State group={props.group} mayManage={role() < roles.guest && (manages() || managesAll())} />
      </Show>
    </>
  );
}

function Members(props: { group: () => UserGroup; mayManage: boolean; isChangeable: boolean }) {
  const parley = useParley();
  const { client, store } = parley;
  const { selfId } = store.people;
  const adds = useHasPermission(() => props.group().can_add_members_group);
  const removes = useHasPermission(() => props.group().can_remove_members_group);
  const joins = useHasPermission(() => props.group().can_join_group);
  const leaves = useHasPermission(() => props.group().can_leave_group);
  const mayAdd = () => props.isChangeable && (props.mayManage || adds());
  const mayRemove = () => props.isChangeable && (props.mayManage || removes());
  const memberIds = createMemo(() => new Set(props.group().members));
  const isIn = () => memberIds().has(selfId);
  const [query, setQuery] = createSignal('');
  const shown = createMemo(() => {
    const wanted = foldCase(query().trim());
    return props
      .group()
      .members.filter((id) => foldCase(userName(store, id)).includes(wanted))
      .sort((one, other) => compareNames(userName(store, one), userName(store, other)));
  });
  const change = (members: { add?: number[]; delete?: number[] }) =>
    attempt(
      parley,
      client.call('update-user-group-members', { user_group_id: props.group().id, ...members }),
    );
  const remove = async (id: number) => {
    if (!(await change({ delete: [id] }))) return;
    const undo = () => void change({ add: [id] });
    parley.toasts.show(o('removed', { name: userName(store, id) }), { undo });
  };
  const leave = async () => {
    // Checks this before the person leaves, because leaving can take away the permission to rejoin.
    const mayReturn = joins() || mayAdd();
    if (!(await change({ delete: [selfId] }))) return;
    const undo = () => void change({ add: [selfId] });
    parley.toasts.show(o('leftGroup', { name: groupName(props.group()) }), mayReturn ? { undo } : {});
  };
  return (
    <SettingGroup title={`${o('members')} (${props.group().members.length})`}>
      <div class="toolbar">
        <Show when={mayAdd()}>
          <MembersField
            label={o('addMembers')}
            value={{ groupIds: [], userIds: [] }}
            isUserOffered={(id) => !memberIds().has(id)}
            onChange={({ userIds }) => void change({ add: [...userIds] })}
          />
        </Show>
        <Show when={props.group().members.length > manyMembers}>
          <SearchField label={o('searchMembers')} value={query()} onChange={setQuery} />
        </Show>
        <Show when={props.isChangeable && !isIn() && (joins() || mayAdd())}>
          <button type="button" class="button" onClick={() => void change({ add: [selfId] })}>
            {o('join')}
          </button>
        </Show>
        <Show when={props.isChangeable && isIn() && (leaves() || mayRemove())}>
          <button type="button" class="button" onClick={() => void leave()}>
            {o('leave')}
          </button>
        </Show>
      </div>
      <div class="bounded-list" style={{ '--rows': String(Math.min(manyMembers, shown().length || 1)) }}>
        <VirtualList
          label={o('members')}
          items={shown()}
          rowRem={3}
          fallback={<p class="muted">{o('noMembers')}</p>}
          row={(id) => (
            <>
              <Avatar userId={id} size="small" />
              <a class="row-main" href={`#organization/people/${id}`} data-list-item>
                <span dir={directionOf(userName(store, id))}>{userName(store, id)}</span>
              </a>
              <Show when={mayRemove() && id !== selfId}>
                <RemoveButton name={userName(store, id)} onClick={() => void remove(id)} />
              </Show>
            </>
          )}
        />
      </div>
    </SettingGroup>
  );
}

function Subgroups(props: { group: () => UserGroup; mayManage: boolean }) {
  const parley = useParley();
  const { client, store } = parley;
  const change = (subgroups: { add?: number[]; delete?: number[] }) =>
    attempt(
      parley,
      client.call('update-user-group-subgroups', { user_group_id: props.group().id, ...subgroups }),
    );
  const remove = async (id: number) => {
    if (!(await change({ delete: [id] }))) return;
    const undo = () => void change({ add: [id] });
    parley.toasts.show(o('removed', { name: groupName(store.groups.groups.get(id)) }), { undo });
  };
  return (
    <Show when={props.mayManage || props.group().direct_subgroup_ids.length > 0}>
      <SettingGroup title={o('subgroups')}>
        <Show when={props.mayManage}>
          <MembersField
            label={o('addSubgroups')}
            value={{ groupIds: [], userIds: [] }}
            isUserOffered={() => false}
            isGroupOffered={(id) =>
              id !== props.group().id && !props.group().direct_subgroup_ids.includes(id)
            }
            onChange={({ groupIds }) => void change({ add: [...groupIds] })}
          />
        </Show>
        <ul class="plain-list">
          <For each={props.group().direct_subgroup_ids}>
            {(id) => {
              const name = () => groupName(store.groups.groups.get(id));
              return (
                <li>
                  <Icon of={Users} />
                  <a class="row-main" href={`#organization/groups/${id}`}>
                    <span dir={directionOf(name())}>{name()}</span>
                  </a>
                  <Show when={props.mayManage}>
                    <RemoveButton name={name()} onClick={() => void remove(id)} />
                  </Show>
                </li>
              );
            }}
          </For>
        </ul>
      </SettingGroup>
    </Show>
  );
}

function State(props: { group: () => UserGroup; mayManage: boolean }) {
  const parley = useParley();
  const { client, store } = parley;
  const [isAsking, setAsking] = createSignal(false);
  const id = () => props.group().id;
  const reactivate = () =>
    void attempt(parley, client.call('update-user-group', { user_group_id: id(), deactivated: false }));
  const deactivate = async () => {
    try {
      await client.call('deactivate-user-group', { user_group_id: id() });
    } catch (error) {
      throw groupInUse(store, error) ?? error;
    }
    parley.toasts.show(f('wasDeactivated', { name: props.group().name }), { undo: reactivate });
  };
  return (
    <Show when={props.mayManage}>
      <div class="form-actions">
        <Show
          when={props.group().deactivated}
          fallback={
            <button type="button" class="button is-danger" onClick={() => setAsking(true)}>
              {o('deactivateGroup')}
            </button>
          }
        >
          <button type="button" class="button" onClick={() => reactivate()}>
            {o('reactivateGroup')}
          </button>
        </Show>
        <Show when={isAsking()}>
          <FormDialog
            title={o('deactivateAsk', { name: props.group().name })}
            button={o('deactivateGroup')}
            isDangerous
            act={deactivate}
            onClose={() => setAsking(false)}
          >
            <p>{o('deactivateGroupMore', { count: props.group().members.length })}</p>
            <Show when={props.group().direct_subgroup_ids.length > 0}>
              <p>{o('deactivateGroupSubgroups', { count: props.group().direct_subgroup_ids.length })}</p>
            </Show>
          </FormDialog>
        </Show>
      </div>
    </Show>
  );
}
