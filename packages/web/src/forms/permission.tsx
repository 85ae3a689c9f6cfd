import type { ApiError, GroupId, GroupSettingValue, Registration, Store } from '@parley/client';
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
import { createTerms, SearchField } from './fields.tsx';
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

type PermissionProps = {
  label: string;
  help?: string | undefined;
  /** Text for a permission that no one has. Default: that no one has it. */
  noneInWords?: string | undefined;
  value: () => GroupSettingValue;
  rules: PermissionRules | undefined;
  isDisabled: boolean;
  save: (change: PermissionChange) => Promise<unknown>;
};

/** Returns the value of a permission in words, and who has it. Call it inside a component. */
function usePermissionWords(props: PermissionProps) {
  const { store } = useParley();
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
  const text = () => (isNobody() ? (props.noneInWords ?? words()) : words());
  return { text, people, isNobody, names };
}

/** Saves a change. If another person changed the permission first, it throws what it is now. */
const saveOrTell = (store: Store, save: PermissionProps['save'], change: PermissionChange) =>
  save(change).catch((error) => {
    throw isMismatch(error) ? new FormError(changedTo(store, error)) : error;
  });

/** Shows a permission and the people who have it, and opens a dialog that changes it. */
export function PermissionSetting(props: PermissionProps) {
  const { store } = useParley();
  const id = createUniqueId();
  const saving = createSaving();
  const [opened, setOpened] = createSignal<'change' | 'people'>();
  const permission = usePermissionWords(props);
  const { people } = permission;
  const save = (change: PermissionChange) => saving.run(() => saveOrTell(store, props.save, change));
  return (
    <div class="setting is-permission" role="group" aria-labelledby={id}>
      <PermissionWords
        {...{ id, permission }}
        label={props.label}
        help={props.help}
        onOpen={() => setOpened('people')}
      />
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
      <OpenedDialog
        {...{ opened: opened() }}
        setting={props}
        userIds={people()}
        save={save}
        onClose={() => setOpened(undefined)}
      />
    </div>
  );
}

function PermissionWords(props: {
  id: string;
  label: string;
  help: string | undefined;
  permission: ReturnType<typeof usePermissionWords>;
  onOpen: () => void;
}) {
  const { text, people, isNobody, names } = props.permission;
  return (
    <div class="setting-words">
      <span id={props.id}>{props.label}</span>
      <Show when={props.help}>{(help) => <p class="setting-help">{help()}</p>}</Show>
      <p class="permission-value">
        <strong dir={directionOf(text())}>{text()}</strong>
        <Show when={!isNobody()}>
          <button
            type="button"
            class="link-button"
            aria-label={`${f('whoIs')}: ${props.label}`}
            onClick={() => props.onOpen()}
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
  );
}

/** Renders the dialog that was opened, if there is one. */
function OpenedDialog(props: {
  opened: 'change' | 'people' | undefined;
  setting: PermissionProps;
  userIds: readonly UserId[];
  save: (change: PermissionChange) => Promise<boolean>;
  onClose: () => void;
}) {
  return (
    <>
      <Show when={props.opened === 'people'}>
        <PeopleDialog title={props.setting.label} userIds={props.userIds} onClose={props.onClose} />
      </Show>
      <Show when={props.opened === 'change'}>
        <PermissionDialog
          label={props.setting.label}
          value={props.setting.value}
          rules={props.setting.rules}
          onClose={props.onClose}
          save={props.save}
        />
      </Show>
    </>
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

type DialogProps = {
  label: string;
  value: () => GroupSettingValue;
  rules: PermissionRules | undefined;
  save: (change: PermissionChange) => Promise<boolean>;
  onClose: () => void;
};

/** Creates the value that the person chooses, and saves it. Call it inside a component. */
function createChoice(props: DialogProps) {
  const { store } = useParley();
  const isSystem = (value: GroupSettingValue) =>
    typeof value === 'number' && (store.groups.groups.get(value)?.is_system_group ?? false);
  /**
   * Returns what the dialog shows for a value. It remembers the value that it started from. The server compares it with the stored
   * value and refuses to overwrite another change.
   */
  const startingFrom = (base: GroupSettingValue) => ({
    base,
    members: membersOfValue(base),
    isCustom: !isSystem(base),
  });
  const [terms, set] = createTerms(startingFrom(props.value()));
  const chosen = () => valueOfMembers(terms().members);
  return {
    terms,
    set,
    chosen,
    isOverwritten: () => !isSameValue(terms().base, props.value()),
    takeTheirs: () => set(startingFrom(props.value())),
    keepMine: () => set({ base: props.value() }),
    chooseGroup: (id: GroupId) => set({ isCustom: false, members: { groupIds: [id], userIds: [] } }),
    isChosen: (id: GroupId) => !terms().isCustom && terms().members.groupIds[0] === id,
    async save(): Promise<void> {
      const { base } = terms();
      if (isSameValue(chosen(), base)) return;
      if (!(await props.save({ new: chosen(), old: base }))) throw new FormError(t('notSaved'));
    },
  };
}

type Choosing = ReturnType<typeof createChoice>;

function PermissionDialog(props: DialogProps) {
  const { store } = useParley();
  const choice = createChoice(props);
  const { terms, set, isOverwritten, chosen } = choice;
  return (
    <FormDialog
      title={props.label}
      button={f('save')}
      isDisabled={isOverwritten()}
      act={choice.save}
      onClose={props.onClose}
    >
      <Show when={isOverwritten()}>
        <OverwrittenNotice value={props.value()} choice={choice} />
      </Show>
      <RoleField choice={choice} rules={props.rules} />
      <Show when={terms().isCustom}>
        <MembersField
          label={f('addPeopleOrGroups')}
          value={terms().members}
          onChange={(members) => set({ members })}
          isGroupOffered={() => true}
        />
      </Show>
      <p class="muted">{peopleInWords(store, peopleOfValue(store, chosen()))}</p>
    </FormDialog>
  );
}

/** Shows that another person has changed the permission meanwhile, and lets the person choose. */
function OverwrittenNotice(props: { value: GroupSettingValue; choice: Choosing }) {
  const { store } = useParley();
  return (
    <div class="notice" role="alert">
      <span>{f('changedMeanwhile', { value: valueInWords(store, props.value) })}</span>
      <button type="button" class="button" onClick={props.choice.takeTheirs}>
        {f('takeTheirs')}
      </button>
      <button type="button" class="button" onClick={props.choice.keepMine}>
        {f('keepMine')}
      </button>
    </div>
  );
}

/** Renders the system groups that may be chosen, and the choice of anybody else. */
function RoleField(props: { choice: Choosing; rules: PermissionRules | undefined }) {
  const { store } = useParley();
  const { terms, set, isChosen, chooseGroup } = props.choice;
  return (
    <fieldset class="radio-list">
      <legend class="muted">{f('chooseRole')}</legend>
      <For each={offeredSystemGroups(store, props.rules)}>
        {(group) => (
          <label>
            <input
              type="radio"
              name="permission"
              checked={isChosen(group.id)}
              onChange={() => chooseGroup(group.id)}
            />
            <span dir={directionOf(groupName(group))}>{groupName(group)}</span>
          </label>
        )}
      </For>
      <Show when={!props.rules?.require_system_group}>
        <label>
          <input
            type="radio"
            name="permission"
            checked={terms().isCustom}
            onChange={() => set({ isCustom: true })}
          />
          {f('custom')}
        </label>
      </Show>
    </fieldset>
  );
}
