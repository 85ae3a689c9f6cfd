import type { User } from '@parley/client';
import { foldCase } from '@parley/client';
import { createMemo, createSignal, Show } from 'solid-js';
import { EntryLink } from '../../forms/entries.tsx';
import { SearchField, Select } from '../../forms/fields.tsx';
import { f } from '../../forms/texts.ts';
import { VirtualList } from '../../forms/virtual-list.tsx';
import { t } from '../../i18n/index.ts';
import { compareNames } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { searchedNames } from '../../model/people/searched-names.ts';
import { useDerived } from '../../model/reactive.ts';
import { useField, useHasPermission, useIsAdministrator } from '../../model/self.ts';
import { pe } from '../../people/texts.ts';
import { Avatar, PresenceDot } from '../../ui/avatar.tsx';
import { o } from '../texts.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { roleName, roleValues } from './role-names.ts';

/** Returns the people that a person looks for. Call it inside a component. */
function createPeopleFilter() {
  const { store } = useParley();
  const [query, setQuery] = createSignal('');
  const [role, setRole] = createSignal(0);
  const [isActive, setActive] = createSignal(true);
  const all = useDerived([store.people.users], () =>
    [...store.people.users.values()]
      .filter((user) => !user.is_bot)
      .sort((one, other) => compareNames(one.full_name, other.full_name)),
  );
  const shown = createMemo(() => {
    const wanted = foldCase(query().trim());
    const namesOf = searchedNames(store);
    const fits = (user: User) =>
      user.is_active === isActive() &&
      (role() === 0 || user.role === role()) &&
      (namesOf(user).some((name) => foldCase(name).includes(wanted)) ||
        foldCase(user.delivery_email ?? '').includes(wanted));
    return all().filter(fits);
  });
  return { query, setQuery, role, setRole, isActive, setActive, shown };
}

/** Lists the people of the organization, with search and filters. */
export default function People() {
  const filter = createPeopleFilter();
  const [isInviting, setInviting] = createSignal(false);
  const mayMail = useHasPermission(useField('realm_can_invite_users_group'));
  const mayLink = useHasPermission(useField('realm_create_multiuse_invite_group'));
  return (
    <div class="is-filling">
      <div class="toolbar">
        <FilterFields filter={filter} />
        <Show when={mayMail() || mayLink()}>
          <button type="button" class="button is-primary" onClick={() => setInviting(true)}>
            {o('invite')}
          </button>
        </Show>
      </div>
      <p class="muted" role="status">
        {o('peopleFound', { count: filter.shown().length })}
      </p>
      <VirtualList
        label={o('people')}
        items={filter.shown()}
        rowRem={3.25}
        fallback={<p class="muted">{t('nothingFound')}</p>}
        row={(user) => <PersonRow user={user} />}
      />
      <Show when={isInviting()}>
        <InviteDialog onClose={() => setInviting(false)} />
      </Show>
    </div>
  );
}

function FilterFields({ filter }: { filter: ReturnType<typeof createPeopleFilter> }) {
  const isAdministrator = useIsAdministrator();
  return (
    <>
      <SearchField label={o('searchPeople')} value={filter.query()} onChange={filter.setQuery} />
      <Select
        label={o('role')}
        value={filter.role()}
        options={[
          { value: 0, label: o('allRoles') },
          ...roleValues.map((value) => ({ value, label: roleName(value) })),
        ]}
        onChange={filter.setRole}
      />
      <Show when={isAdministrator()}>
        <Select
          label={o('state')}
          value={filter.isActive() ? 'active' : 'deactivated'}
          options={[
            { value: 'active', label: o('active') },
            { value: 'deactivated', label: f('deactivated') },
          ]}
          onChange={(state) => filter.setActive(state === 'active')}
        />
      </Show>
    </>
  );
}

function PersonRow({ user }: { user: User }) {
  const { store } = useParley();
  const name =
    user.user_id === store.people.selfId ? pe('nameOfYou', { name: user.full_name }) : user.full_name;
  return (
    <>
      <span class="person-face">
        <Avatar userId={user.user_id} />
        <PresenceDot userId={user.user_id} />
      </span>
      <EntryLink href={`#organization/people/${user.user_id}`} name={name}>
        <span class="muted">{user.delivery_email ?? ''}</span>
      </EntryLink>
      <span class="person-role">{roleName(user.role)}</span>
    </>
  );
}
