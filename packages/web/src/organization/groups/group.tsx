import type { GroupId, ParamsOf, UserGroup } from '@parley/client';
import { foldCase } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { ChevronLeft, Users } from 'lucide';
import { createMemo, createSignal, For, type JSX, Show } from 'solid-js';
import { EntryLink } from '../../forms/entries.tsx';
import { createExpecting } from '../../forms/expecting.ts';
import { SearchField } from '../../forms/fields.tsx';
import { groupName } from '../../forms/group-words.ts';
import { MembersField } from '../../forms/members-field.tsx';
import { WayBack } from '../../forms/page-above.tsx';
import { PermissionSetting } from '../../forms/permission.tsx';
import { SettingGroup, TextSetting } from '../../forms/setting.tsx';
import { f } from '../../forms/texts.ts';
import { VirtualList } from '../../forms/virtual-list.tsx';
import { directionOf } from '../../i18n/direction.ts';
import { attempt } from '../../model/actions.ts';
import { compareNames, userName } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { useEntry } from '../../model/reactive.ts';
import { roles, useField, useHasPermission, useRole } from '../../model/self.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { RemoveButton } from '../removing.tsx';
import { o } from '../texts.ts';
import { groupInUse } from './group-in-use.ts';

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
export default function GroupPage(props: { groupId: GroupId }) {
  const { store } = useParley();
  const group = useEntry(store.groups.groups, () => props.groupId);
  return (
    <>
      <WayBack href="#organization/groups" label={o('allGroups')}>
        <p>
          <a href="#organization/groups">
            <Icon of={ChevronLeft} /> {o('allGroups')}
          </a>
        </p>
      </WayBack>
      <Show when={group()} fallback={<p class="empty">{o('unknownGroup')}</p>}>
        {(present) => <Parts group={present} />}
      </Show>
    </>
  );
}

type PartProps = { group: () => UserGroup; mayManage: boolean };

type Change = Omit<ParamsOf<'update-user-group'>, 'user_group_id'>;

function Parts(props: { group: () => UserGroup }) {
  const { client } = useParley();
  const role = useRole();
  const manages = useHasPermission(() => props.group().can_manage_group);
  const managesAll = useHasPermission(useField('realm_can_manage_all_groups'));
  const isChangeable = () => !props.group().is_system_group && !props.group().deactivated;
  const mayManage = () => isChangeable() && role() < roles.guest && (manages() || managesAll());
  const save = (change: Change) =>
    client.call('update-user-group', { user_group_id: props.group().id, ...change });
  return (
    <>
      <Names group={props.group} mayManage={mayManage()} save={save} />
      <Members group={props.group} mayManage={mayManage()} isChangeable={isChangeable()} />
      <Subgroups group={props.group} mayManage={mayManage()} />
      <Show when={!props.group().is_system_group}>
        <Permissions group={props.group} mayManage={mayManage()} save={save} />
        <State group={props.group} mayManage={role() < roles.guest && (manages() || managesAll())} />
      </Show>
    </>
  );
}

function Names(props: PartProps & { save: (change: Change) => Promise<unknown> }) {
  const expecting = createExpecting(() => props.group());
  const save = (change: Change) =>
    expecting(Object.keys(change), (expected) => props.save({ ...change, expected }));
  return (
    <SettingGroup title={groupName(props.group())}>
      <Show when={!props.group().is_system_group} fallback={<p class="muted">{o('systemGroup')}</p>}>
        <TextSetting
          label={o('groupName')}
          isRequired
          maxLength={limits.groupNameLength}
          isDisabled={!props.mayManage}
          value={() => props.group().name}
          save={(name) => save({ name })}
        />
        <TextSetting
          label={o('groupDescription')}
          maxLength={limits.groupDescriptionLength}
          isDisabled={!props.mayManage}
          value={() => props.group().description}
          save={(description) => save({ description })}
        />
      </Show>
    </SettingGroup>
  );
}

function Permissions(props: PartProps & { save: (change: Change) => Promise<unknown> }) {
  const rules = useField('server_supported_permission_settings');
  return (
    <SettingGroup title={o('permissions')}>
      <For each={permissions}>
        {(name) => (
          <PermissionSetting
            label={o(name)}
            value={() => props.group()[name]}
            rules={rules()?.group[name]}
            isDisabled={!props.mayManage}
            save={(change) => props.save({ [name]: change })}
          />
        )}
      </For>
    </SettingGroup>
  );
}

type MembersProps = PartProps & { isChangeable: boolean };

/** Returns what the person may do with the members of a group, and does it. Call it inside a component. */
function createMembership(props: MembersProps) {
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
  const mayJoin = () => props.isChangeable && !isIn() && (joins() || mayAdd());
  const mayLeave = () => props.isChangeable && isIn() && (leaves() || mayRemove());
  return { mayAdd, mayRemove, mayJoin, mayLeave, memberIds, change, remove, leave };
}

function Members(props: MembersProps) {
  const { store } = useParley();
  const membership = createMembership(props);
  const [query, setQuery] = createSignal('');
  const shown = createMemo(() => {
    const wanted = foldCase(query().trim());
    return props
      .group()
      .members.filter((id) => foldCase(userName(store, id)).includes(wanted))
      .sort((one, other) => compareNames(userName(store, one), userName(store, other)));
  });
  return (
    <SettingGroup title={`${o('members')} (${props.group().members.length})`}>
      <MemberTools group={props.group} membership={membership}>
        <Show when={props.group().members.length > manyMembers}>
          <SearchField label={o('searchMembers')} value={query()} onChange={setQuery} />
        </Show>
      </MemberTools>
      <div class="bounded-list" style={{ '--rows': String(Math.min(manyMembers, shown().length || 1)) }}>
        <VirtualList
          label={o('members')}
          items={shown()}
          rowRem={3}
          fallback={<p class="muted">{o('noMembers')}</p>}
          row={(id) => <MemberRow id={id} membership={membership} />}
        />
      </div>
    </SettingGroup>
  );
}

type Membership = ReturnType<typeof createMembership>;

function MemberTools(props: { group: () => UserGroup; membership: Membership; children: JSX.Element }) {
  const { selfId } = useParley().store.people;
  const { mayAdd, mayJoin, mayLeave, memberIds, change, leave } = props.membership;
  return (
    <div class="toolbar">
      <Show when={mayAdd()}>
        <MembersField
          label={o('addMembers')}
          value={{ groupIds: [], userIds: [] }}
          isUserOffered={(id) => !memberIds().has(id)}
          onChange={({ userIds }) => void change({ add: [...userIds] })}
        />
      </Show>
      {props.children}
      <Show when={mayJoin()}>
        <button type="button" class="button" onClick={() => void change({ add: [selfId] })}>
          {o('join')}
        </button>
      </Show>
      <Show when={mayLeave()}>
        <button type="button" class="button" onClick={() => void leave()}>
          {o('leave')}
        </button>
      </Show>
    </div>
  );
}

function MemberRow(props: { id: number; membership: Membership }) {
  const { store } = useParley();
  const name = () => userName(store, props.id);
  return (
    <>
      <Avatar userId={props.id} size="small" />
      <EntryLink href={`#organization/people/${props.id}`} name={name()} />
      <Show when={props.membership.mayRemove() && props.id !== store.people.selfId}>
        <RemoveButton name={name()} onClick={() => void props.membership.remove(props.id)} />
      </Show>
    </>
  );
}

function Subgroups(props: PartProps) {
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
            {(id) => <SubgroupRow id={id} mayManage={props.mayManage} onRemove={() => void remove(id)} />}
          </For>
        </ul>
      </SettingGroup>
    </Show>
  );
}

function SubgroupRow(props: { id: number; mayManage: boolean; onRemove: () => void }) {
  const { store } = useParley();
  const name = () => groupName(store.groups.groups.get(props.id));
  return (
    <li>
      <Icon of={Users} />
      <a class="row-main" href={`#organization/groups/${props.id}`}>
        <span dir={directionOf(name())}>{name()}</span>
      </a>
      <Show when={props.mayManage}>
        <RemoveButton name={name()} onClick={props.onRemove} />
      </Show>
    </li>
  );
}
function State(props: PartProps) {
  const parley = useParley();
  const { client } = parley;
  const [isAsking, setAsking] = createSignal(false);
  const id = () => props.group().id;
  const reactivate = () =>
    void attempt(parley, client.call('update-user-group', { user_group_id: id(), deactivated: false }));
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
          <DeactivateGroup group={props.group} onReactivate={reactivate} onClose={() => setAsking(false)} />
        </Show>
      </div>
    </Show>
  );
}

function DeactivateGroup(props: { group: () => UserGroup; onReactivate: () => void; onClose: () => void }) {
  const { client, store, toasts } = useParley();
  const deactivate = async () => {
    try {
      await client.call('deactivate-user-group', { user_group_id: props.group().id });
    } catch (error) {
      throw groupInUse(store, error) ?? error;
    }
    toasts.show(f('wasDeactivated', { name: props.group().name }), { undo: props.onReactivate });
  };
  return (
    <FormDialog
      title={o('deactivateAsk', { name: props.group().name })}
      button={o('deactivateGroup')}
      isDangerous
      act={deactivate}
      onClose={props.onClose}
    >
      <p>{o('deactivateGroupMore', { count: props.group().members.length })}</p>
      <Show when={props.group().direct_subgroup_ids.length > 0}>
        <p>{o('deactivateGroupSubgroups', { count: props.group().direct_subgroup_ids.length })}</p>
      </Show>
    </FormDialog>
  );
}
