import type { ParamsOf, User, UserGroup, UserId } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { ChevronLeft } from 'lucide';
import { createMemo, createResource, createSignal, For, Show } from 'solid-js';
import { PersonAccess } from '../../access/person-access.tsx';
import { createAsking } from '../../forms/asking.tsx';
import { createExpecting } from '../../forms/expecting.ts';
import { groupName } from '../../forms/group-words.ts';
import { WayBack } from '../../forms/page-above.tsx';
import { ChoiceSetting, SettingGroup, TextSetting } from '../../forms/setting.tsx';
import { f } from '../../forms/texts.ts';
import { VirtualList } from '../../forms/virtual-list.tsx';
import { directionOf } from '../../i18n/direction.ts';
import { dateOf } from '../../i18n/format.ts';
import { attempt } from '../../model/actions.ts';
import { channelName, compareNames, placeHref, userName } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { useDerived, useEntry } from '../../model/reactive.ts';
import { roles, useField, useIsAdministrator, useRole } from '../../model/self.ts';
import { EraseDialog } from '../../person-data/erase-dialog.tsx';
import { PersonExports } from '../../person-data/person-exports.tsx';
import { p } from '../../person-data/texts.ts';
import { ProfileFieldInput } from '../../settings/profile-field.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { o } from '../texts.ts';
import { DeactivateDialog } from './deactivate-dialog.tsx';
import { PersonSessions } from './person-sessions.tsx';
import { roleHelp, roleName, roleValues } from './role-names.ts';

/** Shows a person's account. Administrators can change it. */
export default function PersonPage(props: { userId: UserId }) {
  const { store } = useParley();
  const user = useEntry(store.people.users, () => props.userId);
  return (
    <>
      <WayBack href="#organization/people" label={o('allPeople')}>
        <p>
          <a href="#organization/people">
            <Icon of={ChevronLeft} /> {o('allPeople')}
          </a>
        </p>
      </WayBack>
      <Show when={user()} fallback={<p class="empty">{o('unknownPerson')}</p>}>
        {(present) => <Parts user={present} />}
      </Show>
    </>
  );
}

type UserProps = { user: () => User };

function Parts(props: UserProps) {
  const { selfId } = useParley().store.people;
  const isAdministrator = useIsAdministrator();
  const role = useRole();
  const userId = () => props.user().user_id;
  const isOther = () => userId() !== selfId;
  return (
    <>
      <Head user={props.user} />
      <Show when={!props.user().is_active}>
        <p class="notice">{o('isDeactivated')}</p>
      </Show>
      <Memberships userId={userId()} />
      <Show when={isAdministrator() && !props.user().is_bot}>
        <Account user={props.user} />
        <ProfileData user={props.user} />
      </Show>
      <Show when={isAdministrator() && isOther()}>
        <PersonAccess userId={userId()} />
      </Show>
      <Show when={isAdministrator() && props.user().bot_type === null}>
        <PersonSessions userId={userId()} />
        <Show when={role() === roles.owner && isOther()}>
          <PersonExports userId={userId()} />
        </Show>
        <State user={props.user} />
      </Show>
    </>
  );
}

function Head(props: UserProps) {
  const { store } = useParley();
  const userId = () => props.user().user_id;
  return (
    <div class="profile-head">
      <Avatar userId={userId()} size="large" />
      <div class="row-main">
        <strong dir={directionOf(props.user().full_name)}>{props.user().full_name}</strong>
        <span class="muted">
          {roleName(props.user().role)} · {props.user().delivery_email ?? ''}
        </span>
        <span class="muted">
          {o('joined', { time: dateOf(Date.parse(props.user().date_joined) / 1000) })}
        </span>
      </div>
      <a class="button" href={placeHref(store, { kind: 'direct', userIds: [userId()] })}>
        {o('sendMessage')}
      </a>
    </div>
  );
}

/** Maximum number of group names to show immediately. A list that can be expanded contains all groups. */
const maxGroupsNamed = 12;

/** Returns the groups of a person, by name. Call it inside a component. */
function useGroupsOf(props: { userId: UserId }) {
  const { store } = useParley();
  return useDerived([store.groups.groups], () =>
    [...store.groups.groups.values()]
      .filter((group) => !group.is_system_group && !group.deactivated)
      .filter((group) => group.members.includes(props.userId))
      .sort((one, other) => compareNames(one.name, other.name)),
  );
}

/** Returns the IDs of the channels of a person, by name. Call it inside a component. */
function useChannelsOf(props: { userId: UserId }) {
  const { store } = useParley();
  return useDerived([store.channels.subscribers], () =>
    [...store.channels.subscribers.entries()]
      .filter(([, ids]) => ids.has(props.userId))
      .map(([id]) => id)
      .sort((one, other) => compareNames(channelName(store, one), channelName(store, other))),
  );
}

function GroupChips(props: { groups: readonly UserGroup[] }) {
  return (
    <div class="members-field">
      <For each={props.groups} fallback={<span class="muted">{o('inNoGroup')}</span>}>
        {(group) => (
          <a
            dir={directionOf(groupName(group))}
            class="chip is-word"
            href={`#organization/groups/${group.id}`}
          >
            {groupName(group)}
          </a>
        )}
      </For>
    </div>
  );
}

function Memberships(props: { userId: UserId }) {
  const { store } = useParley();
  const groups = useGroupsOf(props);
  const channels = useChannelsOf(props);
  return (
    <SettingGroup title={o('groupsOfPerson')}>
      <GroupChips groups={groups().slice(0, maxGroupsNamed)} />
      <Show when={groups().length > maxGroupsNamed}>
        <details>
          <summary>{o('allGroupsOfPerson', { count: groups().length })}</summary>
          <Links
            label={o('groupsOfPerson')}
            items={groups().map((group) => ({
              name: groupName(group),
              href: `#organization/groups/${group.id}`,
            }))}
          />
        </details>
      </Show>
      <details>
        <summary>{o('channelsOfPerson', { count: channels().length })}</summary>
        <Links
          label={o('intoChannels')}
          items={channels().map((id) => ({
            name: `#${channelName(store, id)}`,
            href: `#channels/${id}/members`,
          }))}
        />
      </details>
    </SettingGroup>
  );
}

function Links(props: { label: string; items: readonly { name: string; href: string }[] }) {
  return (
    <VirtualList
      label={props.label}
      items={props.items}
      rowRem={2.25}
      maxRem={18}
      row={({ name, href }) => (
        <a class="row-main" href={href} data-list-item>
          <span dir={directionOf(name)}>{name}</span>
        </a>
      )}
    />
  );
}

/** Returns what may be changed of an account, and changes it. Call it inside a component. */
function createAccount(props: UserProps) {
  const { client, store } = useParley();
  const ownRole = useRole();
  const id = () => String(props.user().user_id);
  // Administrators may not change owners, nor make people owners. Bots do not become owners.
  const mayChange = () => ownRole() === roles.owner || props.user().role > roles.owner;
  const offered = () =>
    roleValues.filter(
      (role) =>
        role > roles.owner ||
        role === props.user().role ||
        (ownRole() === roles.owner && !props.user().is_bot),
    );
  const expecting = createExpecting(() => props.user());
  const save = (name: string, change: Partial<ParamsOf<'update-user'>>) =>
    expecting([name], (expected) =>
      client.call('update-user', { user_id_or_email: id(), ...change, expected }),
    );
  const asking = createAsking();
  const changeRole = (role: number) => {
    const saveRole = () => save('role', { role });
    const { user_id: userId, role: present } = props.user();
    if (userId !== store.people.selfId || role <= present) return saveRole();
    // People who lower their own role also lose the right to restore it.
    const others = [...store.people.users.values()].filter(
      (user) => user.is_active && !user.is_bot && user.role <= present && user.user_id !== userId,
    );
    const question = {
      title: o('ownRoleAsk', { role: roleName(role) }),
      body: o('ownRoleMore', { count: others.length }),
      button: o('ownRoleButton'),
      stored: () => props.user().role,
    };
    return asking.ask(question, saveRole);
  };
  return { ownRole, mayChange, offered, save, changeRole, Question: asking.Question };
}

function Account(props: UserProps) {
  const { ownRole, mayChange, offered, save, changeRole, Question } = createAccount(props);
  return (
    <SettingGroup title={o('account')}>
      <TextSetting
        label={o('name')}
        isRequired
        maxLength={limits.personNameLength}
        isDisabled={!mayChange()}
        value={() => props.user().full_name}
        save={(name) => save('full_name', { full_name: name })}
      />
      <Show when={ownRole() === roles.owner && props.user().delivery_email}>
        {(address) => (
          <TextSetting
            label={o('address')}
            help={o('addressHelp')}
            type="email"
            isRequired
            value={address}
            save={(email) => save('delivery_email', { new_email: email })}
          />
        )}
      </Show>
      <ChoiceSetting<number>
        label={o('role')}
        isDisabled={!mayChange() || !props.user().is_active}
        value={() => props.user().role}
        save={changeRole}
        options={offered().map((role) => ({ value: role, label: roleName(role), help: roleHelp(role) }))}
      />
      <Question />
      <Status userId={props.user().user_id} />
      <Connections userId={props.user().user_id} />
    </SettingGroup>
  );
}

function Status(props: { userId: UserId }) {
  const parley = useParley();
  const { client, store } = parley;
  const status = useEntry(store.people.statuses, () => props.userId);
  const clear = () =>
    attempt(
      parley,
      client.call('update-status-for-user', { user_id: props.userId, status_text: '', emoji_name: '' }),
    );
  return (
    <Show when={status()}>
      {(present) => (
        <div class="setting">
          <div class="setting-words">
            <span>{o('changeStatus')}</span>
            <p class="setting-help" dir={directionOf(present().status_text)}>
              {present().status_text}
            </p>
          </div>
          <button type="button" class="button" onClick={() => void clear()}>
            {o('clearStatus')}
          </button>
        </div>
      )}
    </Show>
  );
}

function Connections(props: { userId: UserId }) {
  const parley = useParley();
  const { client } = parley;
  const [answer, { refetch }] = createResource(
    () => props.userId,
    (id) => client.call('list-queues', { user_id: id }),
  );
  const count = () => (answer.error ? 0 : (answer.latest?.event_queues.length ?? 0));
  const close = async () => {
    await attempt(parley, client.call('close-queues', { user_id: props.userId }));
    await refetch();
  };
  return (
    <Show when={count() > 0}>
      <div class="setting">
        <div class="setting-words">
          <span>{o('endConnectionsMore', { count: count() })}</span>
        </div>
        <button type="button" class="button" onClick={() => void close()}>
          {o('endConnections')}
        </button>
      </div>
    </Show>
  );
}

function ProfileData(props: UserProps) {
  const { client } = useParley();
  const fields = useField('custom_profile_fields');
  const sorted = createMemo(() => (fields() ?? []).toSorted((one, other) => one.order - other.order));
  return (
    <Show when={sorted().length > 0}>
      <SettingGroup title={o('profileData')}>
        <For each={sorted()}>
          {(field) => {
            const value = () => props.user().profile_data?.[String(field.id)]?.value;
            const expecting = createExpecting(() => ({ profile_data: { [field.id]: value() ?? null } }));
            const save = (wanted: string | number[] | null) =>
              expecting(['profile_data'], (expected) =>
                client.call('update-user', {
                  user_id_or_email: String(props.user().user_id),
                  profile_data: [{ id: field.id, value: wanted }],
                  expected,
                }),
              );
            return (
              <ProfileFieldInput field={field} isDisabled={false} value={() => value() ?? ''} save={save} />
            );
          }}
        </For>
      </SettingGroup>
    </Show>
  );
}

/** Returns what asks before it changes whether and how a person can sign in. Call it inside a component. */
function createStateActions(props: UserProps) {
  const { client, store } = useParley();
  const asking = createAsking();
  const name = () => userName(store, props.user().user_id);
  const reactivate = () =>
    asking
      .ask(
        {
          title: o('reactivateAsk', { name: name() }),
          body: o('reactivateMore'),
          button: f('reactivate'),
        },
        () => client.call('reactivate-user', { user_id: props.user().user_id }),
      )
      // The person declined the confirmation.
      .catch(() => undefined);
  const resetFactors = () =>
    asking
      .ask(
        {
          title: o('resetFactorsAsk', { name: name() }),
          body: o('resetFactorsMore'),
          button: o('resetFactors'),
        },
        () => client.call('reset-second-factors', { user_id: props.user().user_id }),
      )
      .catch(() => undefined);
  const isOther = () => props.user().user_id !== store.people.selfId;
  return { isOther, reactivate, resetFactors, Question: asking.Question };
}

function State(props: UserProps) {
  const [isAsking, setAsking] = createSignal(false);
  const [isErasing, setErasing] = createSignal(false);
  const role = useRole();
  const { isOther, reactivate, resetFactors, Question } = createStateActions(props);
  return (
    <div class="form-actions">
      <Show when={props.user().is_active && isOther()}>
        <button type="button" class="button" onClick={() => void resetFactors()}>
          {o('resetFactors')}
        </button>
      </Show>
      <Show
        when={props.user().is_active}
        fallback={
          <button type="button" class="button" onClick={() => void reactivate()}>
            {f('reactivate')}
          </button>
        }
      >
        <button type="button" class="button is-danger" onClick={() => setAsking(true)}>
          {f('deactivate')}
        </button>
      </Show>
      <Show when={role() === roles.owner && isOther()}>
        <button type="button" class="button is-danger" onClick={() => setErasing(true)}>
          {p('erase')}
        </button>
      </Show>
      <Show when={isAsking()}>
        <DeactivateDialog userId={props.user().user_id} onClose={() => setAsking(false)} />
      </Show>
      <Show when={isErasing()}>
        <EraseDialog userId={props.user().user_id} onClose={() => setErasing(false)} />
      </Show>
      <Question />
    </div>
  );
}
