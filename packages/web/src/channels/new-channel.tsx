import type { GroupSettingValue } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { createMemo, createUniqueId, For, Show } from 'solid-js';
import { createTerms, Failure, Form as SentForm, TextField } from '../forms/fields.tsx';
import { type GroupMembers, valueOfMembers } from '../forms/group-value.ts';
import { groupName, peopleOfValue, systemGroupOrder } from '../forms/group-words.ts';
import { MembersField } from '../forms/members-field.tsx';
import { directionOf } from '../i18n/direction.ts';
import { useIsShown } from '../lib/is-shown.ts';
import { compareNames } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived } from '../model/reactive.ts';
import { useField, useHasPermission, useIsAdministrator } from '../model/self.ts';
import { createSubmission } from '../model/submission.ts';
import { ChannelPageHead } from './page-head.tsx';
import { changeOfPrivacy, type Privacy } from './privacy.ts';
import type { ChannelsText } from './texts.ts';
import { c } from './texts.ts';

const privacies: readonly [Privacy, ChannelsText, ChannelsText][] = [
  ['public', 'privacyPublic', 'privacyPublicHelp'],
  ['private-shared', 'privacyPrivateShared', 'privacyPrivateSharedHelp'],
  ['private-protected', 'privacyPrivateProtected', 'privacyPrivateProtectedHelp'],
  ['web', 'privacyWeb', 'privacyWebHelp'],
];

type Terms = {
  readonly name: string;
  readonly description: string;
  /** Undefined until one is chosen: the first that the person may choose. */
  readonly privacy: Privacy | undefined;
  readonly folderId: number | undefined;
  readonly members: GroupMembers;
  readonly poster: GroupSettingValue | undefined;
  readonly isAnnounced: boolean;
  readonly isDefault: boolean;
};

const nothing: Terms = {
  name: '',
  description: '',
  privacy: undefined,
  folderId: undefined,
  members: { groupIds: [], userIds: [] },
  poster: undefined,
  isAnnounced: true,
  isDefault: false,
};

/** Returns the kinds of privacy that the person may choose. Call it inside a component. */
function usePrivacies() {
  const mayPublic = useHasPermission(useField('realm_can_create_public_channel_group'));
  const mayPrivate = useHasPermission(useField('realm_can_create_private_channel_group'));
  const mayWeb = useHasPermission(useField('realm_can_create_web_public_channel_group'));
  const allowsVisitors = useField('realm_enable_spectator_access');
  const isOffered = (privacy: Privacy) =>
    privacy === 'web'
      ? mayWeb() && allowsVisitors() === true
      : privacy === 'public'
        ? mayPublic()
        : mayPrivate();
  return createMemo(() => privacies.filter(([privacy]) => isOffered(privacy)));
}

/** Creates what the person enters about the new channel, and creates the channel. Call it inside a component. */
function createForm() {
  const parley = useParley();
  const { store, client } = parley;
  const offered = usePrivacies();
  const announcements = useField('realm_new_stream_announcements_stream_id');
  const submission = createSubmission();
  const [terms, set] = createTerms<Terms>(nothing);
  const privacy = () => terms().privacy ?? offered()[0]?.[0] ?? 'public';
  const people = createMemo(() =>
    peopleOfValue(store, valueOfMembers(terms().members)).filter((id) => id !== store.people.selfId),
  );
  const isTaken = () => store.channels.idOf(terms().name.trim()) !== undefined;
  const mayAnnounce = () => Number(announcements() ?? -1) > 0 && !privacy().startsWith('private');
  const isShown = useIsShown();
  const create = () =>
    submission.run(async () => {
      const { id } = await client.call('create-channel', {
        ...paramsOf(terms(), privacy()),
        subscribers: [store.people.selfId, ...people()],
        announce: mayAnnounce() && terms().isAnnounced,
      });
      if (isShown()) parley.router.go(`#channels/${id}/general`);
    });
  const isIncomplete = () => submission.isBusy() || terms().name.trim() === '' || isTaken();
  return { offered, terms, set, privacy, people, isTaken, mayAnnounce, submission, create, isIncomplete };
}

/** Returns the request that creates a channel, without its subscribers. */
function paramsOf(terms: Terms, privacy: Privacy) {
  const { is_private, is_web_public, history_public_to_subscribers } = changeOfPrivacy(privacy);
  return {
    name: terms.name.trim(),
    description: terms.description.trim(),
    invite_only: is_private,
    is_web_public,
    history_public_to_subscribers,
    ...(terms.isDefault && { is_default_stream: true }),
    ...(terms.folderId !== undefined && { folder_id: terms.folderId }),
    ...(terms.poster !== undefined && { can_send_message_group: terms.poster }),
  };
}

type Form = ReturnType<typeof createForm>;

export default function NewChannel() {
  const form = createForm();
  return (
    <div class="pages-section">
      <ChannelPageHead>
        <h1>{c('newTitle')}</h1>
      </ChannelPageHead>
      <div class="view-scroll">
        <div class="page-body">
          <Show when={form.offered().length > 0} fallback={<p class="empty">{c('mayNotCreate')}</p>}>
            <ChannelForm form={form} />
          </Show>
        </div>
      </div>
    </div>
  );
}

function ChannelForm({ form }: { form: Form }) {
  return (
    <SentForm class="is-wide" onSubmit={() => void form.create()}>
      <NameFields form={form} />
      <PrivacyField form={form} />
      <FirstMembers form={form} />
      <WhoMayPost onChange={(poster) => form.set({ poster })} />
      <Folders onChange={(folderId) => form.set({ folderId })} />
      <ForEveryone form={form} />
      <Failure text={form.submission.problem()} />
      <button type="submit" class="button is-primary" disabled={form.isIncomplete()}>
        {c('create')}
      </button>
    </SentForm>
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
          dir={directionOf(form.terms().name)}
          data-max-length={Number(nameLength() ?? limits.channelNameLength)}
          value={form.terms().name}
          on:input={(event) => form.set({ name: event.currentTarget.value })}
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
        value={form.terms().description}
        onChange={(description) => form.set({ description })}
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
              onChange={() => props.form.set({ privacy: value })}
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
        value={props.form.terms().members}
        onChange={(members) => props.form.set({ members })}
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
        <Check
          label={c('announce')}
          isOn={form.terms().isAnnounced}
          onChange={(isAnnounced) => form.set({ isAnnounced })}
        />
      </Show>
      <Show when={isAdministrator() && !form.privacy().startsWith('private')}>
        <Check
          label={c('isDefault')}
          isOn={form.terms().isDefault}
          onChange={(isDefault) => form.set({ isDefault })}
        />
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
