import type { ApiError, GroupSettingValue, Registration, Store } from '@parley/client';
import { foldCase, type UserId } from '@parley/client';
import { createMemo, createSignal, createUniqueId, For, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { t } from '../i18n/index.ts';
import { FormError } from '../model/failures.ts';
import { userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { isMismatch } from './expecting.ts';
import { SearchField } from './fields.tsx';
import { isSameValue, membersOfValue, valueOfMembers } from './group-value.ts';
import {
  byName,
  groupName,
  peopleInWords,
  peopleOfValue,
  systemGroupOrder,
  valueInWords,
} from './group-words.ts';
import { MembersField } from './members-field.tsx';
import { createSaving, SaveMark } from './saving.tsx';
import { f } from './texts.ts';
import { VirtualList } from './virtual-list.tsx';

type Supported = NonNullable<Registration['server_supported_permission_settings']>;
export type PermissionRules = Supported['realm'][string];

/** A change of a permission. The server refuses the change if `old` is no longer the stored value. */
export type PermissionChange = { readonly new: GroupSettingValue; readonly old: GroupSettingValue };

/** Maximum number of people for which names are shown next to their number. */
const maxNamesShown = 100;

/** Shows a permission and the people who have it, and opens a dialog that changes it. */
export function PermissionSetting(props: {
  label: string;
  help?: string | undefined;
  /** Text for a permission that no one has. Default: that no one has it. */
  noneInWords?: string | undefined;
  value: () => GroupSettingValue;
  rules: PermissionRules | undefined;
  isDisabled: boolean;
  save: (change: PermissionChange) => Promise<unknown>;
}) {
  const { store } = useParley();
  const id = createUniqueId();
  const saving = createSaving();
  const [opened, setOpened] = createSignal<'change' | 'people'>();
  const words = useDerived([store.groups.groups], () => valueInWords(store, props.value()));
  const people = useDerived([store.groups.groups], () => peopleOfValue(store, props.value()));
  /** Whether the value contains neither people nor groups that can have members. */
  const isNobody = () => people().length === 0 && words() === f('groupNobody');
  /**
   * Names of some people with the permission; empty for nobody, for many people, and when the value's own text already names all of
   * them.
   */
  const names = () => {
    if (people().length === 0 || people().length > maxNamesShown) return '';
    const named = peopleInWords(store, people());
    return named === words() ? '' : named;
  };
  return (
    <div class="setting is-permission" role="group" aria-labelledby={id}>
      <div class="setting-words">
        <span id={id}>{props.label}</span>
        <Show when={props.help}>{(help) => <p class="setting-help">{help()}</p>}</Show>
        <p class="permission-value">
          <strong dir={directionOf(isNobody() ? (props.noneInWords ?? words()) : words())}>
            {isNobody() ? (props.noneInWords ?? words()) : words()}
          </strong>
          <Show when={!isNobody()}>
            <button
              type="button"
              class="link-button"
              aria-label={`${f('whoIs')}: ${props.label}`}
              onClick={() => setOpened('people')}
            >
              {f('peopleCount', { count: people().length })}
            </button>
          </Show>
          <Show when={names()}>
            {(text) => (
              <span class="muted" dir={directionOf(text())}>
                {text()}
              </span>
            )}
          </Show>
        </p>
      </div>
      <div class="setting-control">
        <Show when={!props.isDisabled}>
          <button
            type="button"
            class="button"
            aria-label={f('changeWho', { what: props.label })}
            onClick={() => setOpened('change')}
          >
            {f('changeValue')}
          </button>
        </Show>
        <SaveMark saving={saving} />
      </div>
      <Show when={opened() === 'people'}>
        <PeopleDialog title={props.label} userIds={people()} onClose={() => setOpened(undefined)} />
      </Show>
      <Show when={opened() === 'change'}>
        <PermissionDialog
          label={props.label}
          value={props.value}
          rules={props.rules}
          onClose={() => setOpened(undefined)}
          save={(change) =>
            saving.run(() =>
              props.save(change).catch((error) => {
                throw isMismatch(error) ? new FormError(changedTo(store, error)) : error;
              }),
            )
          }
        />
      </Show>
    </div>
  );
}

/** Returns the error text for a permission that another person changed first, with its new value if that is known. */
function changedTo(store: Store, refusal: ApiError): string {
  const [current] = Object.values((refusal.fields.current ?? {}) as Record<string, GroupSettingValue>);
  return current === undefined
    ? f('changedFirst')
    : f('changedFirstTo', { value: valueInWords(store, current) });
}

function PeopleDialog(props: { title: string; userIds: readonly UserId[]; onClose: () => void }) {
  const { store } = useParley();
  const [query, setQuery] = createSignal('');
  const sorted = createMemo(() => byName(store, props.userIds));
  const shown = createMemo(() => {
    const wanted = foldCase(query().trim());
    return wanted === '' ? sorted() : sorted().filter((id) => foldCase(userName(store, id)).includes(wanted));
  });
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <SearchField label={t('searchPeople')} value={query()} onChange={setQuery} />
      <div class="dialog-list">
        <VirtualList
          label={f('whoCan')}
          items={shown()}
          rowRem={2.25}
          row={(id) => (
            <span class="person">
              <Avatar userId={id} size="small" />
              <span dir={directionOf(userName(store, id))}>{userName(store, id)}</span>
            </span>
          )}
          fallback={<p class="muted">{t('nothingFound')}</p>}
        />
      </div>
    </Dialog>
  );
}

/** Returns the system groups that may be chosen for a permission, the largest first. */
function offeredSystemGroups(
  store: ReturnType<typeof useParley>['store'],
  rules: PermissionRules | undefined,
) {
  const isOffered = (name: string) => {
    if (rules && rules.allowed_system_groups.length > 0) return rules.allowed_system_groups.includes(name);
    if (name === 'role:internet') return rules?.allow_internet_group ?? false;
    if (name === 'role:everyone') return rules?.allow_everyone_group ?? true;
    if (name === 'role:nobody') return rules?.allow_nobody_group ?? true;
    return true;
  };
  return [...store.groups.groups.values()]
    .filter((group) => group.is_system_group && isOffered(group.name))
    .sort((one, other) => systemGroupOrder.indexOf(one.name) - systemGroupOrder.indexOf(other.name));
}

function PermissionDialog(props: {
  label: string;
  value: () => GroupSettingValue;
  rules: PermissionRules | undefined;
  save: (change: PermissionChange) => Promise<boolean>;
  onClose: () => void;
}) {
  const { store } = useParley();
  // The value that the dialog started from. The server compares it with the stored value and refuses to overwrite another
  // change.
  const [base, setBase] = createSignal(props.value());
  const [members, setMembers] = createSignal(membersOfValue(base()));
  const [isCustom, setCustom] = createSignal(typeof base() !== 'number' || !isSystem(base()));
  const isOverwritten = () => !isSameValue(base(), props.value());
  function isSystem(value: GroupSettingValue): boolean {
    return typeof value === 'number' && (store.groups.groups.get(value)?.is_system_group ?? false);
  }
  const chosen = () => valueOfMembers(members());
  const takeTheirs = () => {
    setBase(props.value());
    setMembers(membersOfValue(props.value()));
    setCustom(!isSystem(props.value()));
  };
  const save = async () => {
    if (isSameValue(chosen(), base())) return;
    if (!(await props.save({ new: chosen(), old: base() }))) throw new FormError(t('notSaved'));
  };
  return (
    <FormDialog
      title={props.label}
      button={f('save')}
      isDisabled={isOverwritten()}
      act={save}
      onClose={props.onClose}
    >
      <Show when={isOverwritten()}>
        <div class="notice" role="alert">
          <span>{f('changedMeanwhile', { value: valueInWords(store, props.value()) })}</span>
          <button type="button" class="button" onClick={takeTheirs}>
            {f('takeTheirs')}
          </button>
          <button type="button" class="button" onClick={() => setBase(props.value())}>
            {f('keepMine')}
          </button>
        </div>
      </Show>
      <fieldset class="radio-list">
        <legend class="muted">{f('chooseRole')}</legend>
        <For each={offeredSystemGroups(store, props.rules)}>
          {(group) => (
            <label>
              <input
                type="radio"
                name="permission"
                checked={!isCustom() && members().groupIds[0] === group.id}
                onChange={() => {
                  setCustom(false);
                  setMembers({ groupIds: [group.id], userIds: [] });
                }}
              />
              <span dir={directionOf(groupName(group))}>{groupName(group)}</span>
            </label>
          )}
        </For>
        <Show when={!props.rules?.require_system_group}>
          <label>
            <input type="radio" name="permission" checked={isCustom()} onChange={() => setCustom(true)} />
            {f('custom')}
          </label>
        </Show>
      </fieldset>
      <Show when={isCustom()}>
        <MembersField
          label={f('addPeopleOrGroups')}
          value={members()}
          onChange={setMembers}
          isGroupOffered={() => true}
        />
      </Show>
      <p class="muted">{peopleInWords(store, peopleOfValue(store, chosen()))}</p>
    </FormDialog>
  );
}
