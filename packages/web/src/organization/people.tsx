import type { User } from '@parley/client';
import { foldCase } from '@parley/client';
import { createMemo, createSignal, For, Show } from 'solid-js';
import { SearchField } from '../forms/fields.tsx';
import { f } from '../forms/texts.ts';
import { VirtualList } from '../forms/virtual-list.tsx';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { compareNames } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { searchedNames } from '../model/searched-names.ts';
import { roles, useField, useHasPermission, useIsAdministrator } from '../model/self.ts';
import { Avatar, PresenceDot } from '../ui/avatar.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { roleName, roleValues } from './role-names.ts';
import { o } from './texts.ts';

/** Lists the people of the organization, with search and filters. */
export default function People() {
  const { store } = useParley();
  const [query, setQuery] = createSignal('');
  const [role, setRole] = createSignal(0);
  const [isActive, setActive] = createSignal(true);
  const [isInviting, setInviting] = createSignal(false);
  const isAdministrator = useIsAdministrator();
  const mayMail = useHasPermission(useField('realm_can_invite_users_group'));
  const mayLink = useHasPermission(useField('realm_create_multiuse_invite_group'));
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
  return (
    <div class="is-filling">
      <div class="toolbar">
        <SearchField label={o('searchPeople')} value={query()} onChange={setQuery} />
        <select
          class="input"
          aria-label={o('role')}
          onChange={(event) => setRole(Number(event.currentTarget.value))}
        >
          <option value={0}>{o('allRoles')}</option>
          <For each={roleValues}>{(value) => <option value={value}>{roleName(value)}</option>}</For>
        </select>
        <Show when={isAdministrator()}>
          <select
            class="input"
            aria-label={o('state')}
            onChange={(event) => setActive(event.currentTarget.value === 'active')}
          >
            <option value="active">{o('active')}</option>
            <option value="deactivated">{f('deactivated')}</option>
          </select>
        </Show>
        <Show when={mayMail() || mayLink()}>
          <button type="button" class="button is-primary" onClick={() => setInviting(true)}>
            {o('invite')}
          </button>
        </Show>
      </div>
      <p class="muted" role="status">
        {o('peopleFound', { count: shown().length })}
      </p>
      <VirtualList
        label={o('people')}
        items={shown()}
        rowRem={3.25}
        fallback={<p class="muted">{t('nothingFound')}</p>}
        row={(user) => (
          <>
            <span class="person-face">
              <Avatar userId={user.user_id} />
              <PresenceDot userId={user.user_id} />
            </span>
            <a class="row-main" href={`#organization/people/${user.user_id}`} data-list-item>
              <span
                dir={directionOf(
                  user.user_id === store.people.selfId
                    ? t('nameOfYou', { name: user.full_name })
                    : user.full_name,
                )}
              >
                {user.user_id === store.people.selfId
                  ? t('nameOfYou', { name: user.full_name })
                  : user.full_name}
              </span>
              <span class="muted">{user.delivery_email ?? ''}</span>
            </a>
            {/* Most people are members, so only other roles are said. */}
            <Show when={user.role !== roles.member}>
              <span class="muted">{roleName(user.role)}</span>
            </Show>
          </>
        )}
      />
      <Show when={isInviting()}>
        <InviteDialog onClose={() => setInviting(false)} />
      </Show>
    </div>
  );
}
