import type { GroupSettingValue, ParamsOf } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { ChevronLeft } from 'lucide';
import { createMemo, createSignal, createUniqueId, For, Show } from 'solid-js';
import { TextField } from '../forms/fields.tsx';
import { valueOfMembers } from '../forms/group-value.ts';
import { groupName, peopleOfValue, systemGroupOrder } from '../forms/group-words.ts';
import { MembersField } from '../forms/members-field.tsx';
import { PageClose } from '../forms/page.tsx';
import { directionOf } from '../i18n/direction.ts';
import { useIsShown } from '../lib/is-shown.ts';
import { compareNames } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { useField, useHasPermission, useIsAdministrator } from '../model/self.ts';
import { createSubmission } from '../sign-in/parts.tsx';
import { Icon } from '../ui/icon.tsx';
import { changeOfPrivacy, type Privacy } from './privacy.ts';
import type { ChannelsText } from './texts.ts';
import { c } from './texts.ts';

const privacies: readonly [Privacy, ChannelsText, ChannelsText][] = [
  ['public', 'privacyPublic', 'privacyPublicHelp'],
  ['private-shared', 'privacyPrivateShared', 'privacyPrivateSharedHelp'],
  ['private-protected', 'privacyPrivateProtected', 'privacyPrivateProtectedHelp'],
  ['web', 'privacyWeb', 'privacyWebHelp'],
];

/** Creates what the person enters about the new channel, and creates the channel. Call it inside a component. */
function createForm() {
  const parley = useParley();
  const { store, client } = parley;
  const mayPublic = useHasPermission(useField('realm_can_create_public_channel_group'));
  const mayPrivate = useHasPermission(useField('realm_can_create_private_channel_group'));
  const mayWeb = useHasPermission(useField('realm_can_create_web_public_channel_group'));
  const allowsVisitors = useField('realm_enable_spectator_access');
  const announcements = useField('realm_new_stream_announcements_stream_id');
  const submission = createSubmission();
  const isOffered = (privacy: Privacy) =>
    privacy === 'web'
      ? mayWeb() && allowsVisitors() === true
      : privacy === 'public'
        ? mayPublic()
        : mayPrivate();
  const offered = createMemo(() => privacies.filter(([privacy]) => isOffered(privacy)));
  const [name, setName] = createSignal('');
  const [description, setDescription] = createSignal('');
  const [chosenPrivacy, setPrivacy] = createSignal<Privacy>();
  const privacy = () => chosenPrivacy() ?? offered()[0]?.[0] ?? 'public';
  const [folderId, setFolderId] = createSignal<number>();
  const [members, setMembers] = createSignal({
    groupIds: [] as readonly number[],
    userIds: [] as readonly number[],
  });
  const [poster, setPoster] = createSignal<GroupSettingValue>();
  const [isAnnounced, setAnnounced] = createSignal(true);
  const [isDefault, setDefault] = createSignal(false);
  const people = createMemo(() =>
    peopleOfValue(store, valueOfMembers(members())).filter((id) => id !== store.people.selfId),
  );
  const isTaken = () => store.channels.idOf(name().trim()) !== undefined;
  const mayAnnounce = () => Number(announcements() ?? -1) > 0 && !privacy().startsWith('private');
  const isShown = useIsShown();
  const create = async () => {
    const params: ParamsOf<'create-channel'> = {
      name: name().trim(),
      description: description().trim(),
      subscribers: [store.people.selfId, ...people()],
      announce: mayAnnounce() && isAnnounced(),
      invite_only: changeOfPrivacy(privacy()).is_private,
      is_web_public: changeOfPrivacy(privacy()).is_web_public,
      history_public_to_subscribers: changeOfPrivacy(privacy()).history_public_to_subscribers,
      ...(isDefault() && { is_default_stream: true }),
      ...(folderId() !== undefined && { folder_id: folderId() }),
      ...(poster() !== undefined && { can_send_message_group: poster() }),
    } as ParamsOf<'create-channel'>;
    await submission.run(async () => {
      const { id } = await client.call('create-channel', params);
      if (isShown()) parley.router.go(`#channels/${id}/general`);
    });
  };
  return {
    offered,
    name,
    setName,
    isTaken,
    description,
    setDescription,
    privacy,
    setPrivacy,
    members,
    setMembers,
    people,
    setPoster,
    setFolderId,
    mayAnnounce,
    isAnnounced,
    setAnnounced,
    isDefault,
    setDefault,
    submission,
    create,
  };
}

type Form = ReturnType<typeof createForm>;

export default function NewChannel() {
  const form = createForm();
  return (
    <div class="pages-section">
      <header class="view-head">
        <a
          class="icon-button is-back"
          href="#channels/all"
          aria-label={c('allChannels')}
          title={c('allChannels')}
        >
          <Icon of={ChevronLeft} size={20} />
        </a>
        <h1>{c('newTitle')}</h1>
        <span class="head-actions">
          <PageClose />
        </span>
      </header>
      <div class="view-scroll">
        <div class="page-body">
          <Show when={form.offered().length > 0} fallback={<p class="empty">{c('mayNotCreate')}</p>}>
            <form
              class="is-wide"
              onSubmit={(event) => {
                event.preventDefault();
                void form.create();
              }}
            >
              <NameFields form={form} />
              <PrivacyField form={form} />
              <FirstMembers form={form} />
              <WhoMayPost onChange={form.setPoster} />
              <Folders onChange={form.setFolderId} />
              <ForEveryone form={form} />
              <div role="alert">
                <Show when={form.submission.problem()}>
                  {(text) => <p class="notice is-error">{text()}</p>}
                </Show>
              </div>
              <button
                type="submit"
                class="button is-primary"
                disabled={form.submission.isBusy() || form.name().trim() === '' || form.isTaken()}
              >
                {c('create')}
              </button>
            </form>
          </Show>
        </div>
      </div>
    </div>
  );
}

function NameFields(props: { form: Form }) {
  const { form } = props;
  const nameLength = useField('max_stream_name_length');
  const descriptionLength = useField('max_stream_description_length');
  return (
    <>
      <label class="field">
        <span class="label">{c('name')}</span>
        <input
          class="input"
          required
          dir={directionOf(form.name())}
          data-max-length={Number(nameLength() ?? limits.channelNameLength)}
          value={form.name()}
          on:input={(event) => form.setName(event.currentTarget.value)}
        />
        <Show when={form.isTaken()}>
          <span class="save-mark is-failed" role="alert">
            {c('nameTaken')}
          </span>
        </Show>
      </label>
      <TextField
        label={c('description')}
        maxLength={Number(descriptionLength() ?? limits.channelDescriptionLength)}
        rows={3}
        value={form.description()}
        onChange={form.setDescription}
      />
    </>
  );
}

function PrivacyField(props: { form: Form }) {
  return (
    <fieldset class="radio-list">
      <legend class="muted">{c('privacy')}</legend>
      <For each={props.form.offered()}>
        {([value, title, help]) => (
          <label>
            <input
              type="radio"
              name="privacy"
              checked={props.form.privacy() === value}
              onChange={() => props.form.setPrivacy(value)}
            />
            <span>
              {c(title)}
              <span class="setting-help is-block">{c(help)}</span>
            </span>
          </label>
        )}
      </For>
    </fieldset>
  );
}

function FirstMembers(props: { form: Form }) {
  const { store } = useParley();
  const count = () => props.form.people().length;
  return (
    <div class="field">
      <span class="label">{c('firstMembers')}</span>
      <MembersField
        label={c('addMembers')}
        value={props.form.members()}
        onChange={props.form.setMembers}
        isGroupOffered={() => true}
        isUserOffered={(id) => id !== store.people.selfId}
      />
      <p class="muted" role="status">
        {count() === 0 ? c('onlyYou') : c('firstMembersCount', { count: count() })}
      </p>
    </div>
  );
}

/** Renders what concerns people beyond the first members: who is told, and who gets the channel when they join. */
function ForEveryone(props: { form: Form }) {
  const { form } = props;
  const isAdministrator = useIsAdministrator();
  return (
    <>
      <Show when={form.mayAnnounce()}>
        <Check label={c('announce')} isOn={form.isAnnounced()} onChange={form.setAnnounced} />
      </Show>
      <Show when={isAdministrator() && !form.privacy().startsWith('private')}>
        <Check label={c('isDefault')} isOn={form.isDefault()} onChange={form.setDefault} />
      </Show>
    </>
  );
}

function Check(props: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  const id = createUniqueId();
  return (
    <div class="switch-line">
      <input
        type="checkbox"
        class="switch"
        id={id}
        checked={props.isOn}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <label for={id}>{props.label}</label>
    </div>
  );
}

function WhoMayPost(props: { onChange: (value: GroupSettingValue) => void }) {
  const { store } = useParley();
  const groups = useDerived([store.groups.groups], () =>
    [...store.groups.groups.values()]
      .filter((group) => !group.deactivated && group.name !== 'role:internet')
      .sort(
        (one, other) =>
          Number(other.is_system_group) - Number(one.is_system_group) ||
          systemGroupOrder.indexOf(one.name) - systemGroupOrder.indexOf(other.name) ||
          compareNames(one.name, other.name),
      ),
  );
  return (
    <label class="field">
      <span class="label">{c('whoMayPost')}</span>
      <select class="input" onChange={(event) => props.onChange(Number(event.currentTarget.value))}>
        <For each={groups()}>
          {(group) => (
            <option dir={directionOf(groupName(group))} value={group.id}>
              {groupName(group)}
            </option>
          )}
        </For>
      </select>
    </label>
  );
}

function Folders(props: { onChange: (folderId: number | undefined) => void }) {
  const { store } = useParley();
  const folders = useDerived([store.channels.folders], () =>
    [...store.channels.folders.values()].filter((folder) => !folder.is_archived),
  );
  return (
    <Show when={folders().length > 0}>
      <label class="field">
        <span class="label">{c('folder')}</span>
        <select
          class="input"
          onChange={(event) => {
            const { value } = event.currentTarget;
            props.onChange(value === '' ? undefined : Number(value));
          }}
        >
          <option value="">{c('noFolder')}</option>
          <For each={folders()}>{(folder) => <option value={folder.id}>{folder.name}</option>}</For>
        </select>
      </label>
    </Show>
  );
}
