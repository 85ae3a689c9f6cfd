import type { Store, UserGroup } from '@parley/client';
import { foldCase } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { Users } from 'lucide';
import { createMemo, createSignal, Show } from 'solid-js';
import { EntryLink } from '../../forms/entries.tsx';
import { CheckField, SearchField, TextField } from '../../forms/fields.tsx';
import type { GroupMembers } from '../../forms/group-value.ts';
import { groupName, peopleOfValue } from '../../forms/group-words.ts';
import { MembersField } from '../../forms/members-field.tsx';
import { f } from '../../forms/texts.ts';
import { VirtualList } from '../../forms/virtual-list.tsx';
import { directionOf } from '../../i18n/direction.ts';
import { t } from '../../i18n/index.ts';
import { useIsShown } from '../../lib/is-shown.ts';
import { compareNames } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { useDerived } from '../../model/reactive.ts';
import { useField, useHasPermission, useIsAdministrator } from '../../model/self.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { o } from '../texts.ts';

/** Returns the groups that a person looks for. Call it inside a component. */
function createGroupFilter() {
  const { store } = useParley();
  const [query, setQuery] = createSignal('');
  const [showsDeactivated, setShowsDeactivated] = createSignal(false);
  const all = useDerived([store.groups.groups], () =>
    [...store.groups.groups.values()]
      .filter((group) => group.name !== 'role:internet' && group.name !== 'role:nobody')
      .sort(
        (one, other) =>
          Number(one.is_system_group) - Number(other.is_system_group) || compareNames(one.name, other.name),
      ),
  );
  const shown = createMemo(() => {
    const wanted = foldCase(query().trim());
    return all().filter(
      (group) =>
        (!group.deactivated || showsDeactivated()) &&
        foldCase(`${groupName(group)}\n${group.description}`).includes(wanted),
    );
  });
  return { query, setQuery, showsDeactivated, setShowsDeactivated, shown };
}

export default function Groups() {
  const { query, setQuery, showsDeactivated, setShowsDeactivated, shown } = createGroupFilter();
  const [isCreating, setCreating] = createSignal(false);
  const mayCreate = useHasPermission(useField('realm_can_create_groups'));
  const isAdministrator = useIsAdministrator();
  return (
    <div class="is-filling">
      <div class="toolbar">
        <SearchField label={o('searchGroups')} value={query()} onChange={setQuery} />
        <Show when={isAdministrator()}>
          <CheckField
            label={o('showDeactivated')}
            value={showsDeactivated()}
            onChange={setShowsDeactivated}
          />
        </Show>
        <Show when={mayCreate()}>
          <button type="button" class="button is-primary" onClick={() => setCreating(true)}>
            {o('newGroup')}
          </button>
        </Show>
      </div>
      <VirtualList
        label={o('groups')}
        items={shown()}
        rowRem={3.25}
        fallback={<p class="muted">{query() === '' ? o('noGroups') : t('nothingFound')}</p>}
        row={(group) => <GroupRow group={group} />}
      />
      <Show when={isCreating()}>
        <NewGroup onClose={() => setCreating(false)} />
      </Show>
    </div>
  );
}

function GroupRow(props: { group: UserGroup }) {
  const { store } = useParley();
  const { group } = props;
  const details = [
    sizeInWords(store, group),
    group.deactivated ? f('deactivated') : '',
    group.is_system_group ? '' : group.description,
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <>
      <Icon of={Users} />
      <EntryLink href={`#organization/groups/${group.id}`} name={groupName(group)}>
        <span class="muted" dir={directionOf(details)}>
          {details}
        </span>
      </EntryLink>
    </>
  );
}

/** Returns the size of a group as text. System groups contain each other, so only their people are counted. */
function sizeInWords(store: Store, group: UserGroup): string {
  const all = f('peopleCount', { count: peopleOfValue(store, group.id).length });
  if (group.is_system_group) return all;
  const members = o('memberCount', { count: group.members.length });
  const subgroups = group.direct_subgroup_ids.length;
  if (subgroups === 0) return members;
  return [members, o('subgroupCount', { count: subgroups }), o('inAll', { people: all })].join(' · ');
}

function NewGroup(props: { onClose: () => void }) {
  const parley = useParley();
  const { client, store } = parley;
  const [name, setName] = createSignal('');
  const [description, setDescription] = createSignal('');
  const [members, setMembers] = createSignal<GroupMembers>({ groupIds: [], userIds: [store.people.selfId] });
  const isShown = useIsShown();
  const create = async () => {
    const { group_id: id } = await client.call('create-user-group', {
      name: name().trim(),
      description: description().trim(),
      members: [...members().userIds],
      subgroups: [...members().groupIds],
    });
    if (isShown()) parley.router.go(`#organization/groups/${id}`);
  };
  return (
    <FormDialog
      title={o('newGroup')}
      button={o('newGroup')}
      isDisabled={name().trim() === ''}
      act={create}
      onClose={props.onClose}
    >
      <TextField
        label={o('groupName')}
        maxLength={limits.groupNameLength}
        value={name()}
        onChange={setName}
      />
      <TextField
        label={o('groupDescription')}
        maxLength={limits.groupDescriptionLength}
        value={description()}
        onChange={setDescription}
      />
      <FirstMembers value={members()} onChange={setMembers} />
    </FormDialog>
  );
}

function FirstMembers(props: { value: GroupMembers; onChange: (members: GroupMembers) => void }) {
  const { store } = useParley();
  return (
    <div class="field">
      <span class="label">{o('members')}</span>
      <MembersField
        label={o('addMembers')}
        value={props.value}
        onChange={props.onChange}
        isGroupOffered={(id) => !store.groups.groups.get(id)?.name.startsWith('role:nobody')}
      />
    </div>
  );
}
