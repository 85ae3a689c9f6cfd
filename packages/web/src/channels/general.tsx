import type { Channel, ChannelId, ParamsOf } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { createSignal, Show } from 'solid-js';
import { createAsking } from '../forms/asking.tsx';
import { CopyField } from '../forms/copy-field.tsx';
import { DaysChoice } from '../forms/days-choice.tsx';
import { createExpecting } from '../forms/expecting.ts';
import { valueInWords } from '../forms/group-words.ts';
import { RetentionEffect } from '../forms/retention-effect.tsx';
import { createSaving, SaveMark } from '../forms/saving.tsx';
import { ChoiceSetting, SettingGroup, TextSetting, ToggleSetting } from '../forms/setting.tsx';
import { dateOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { attempt } from '../model/actions.ts';
import { compareNames, userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived, useEntry } from '../model/reactive.ts';
import { roles, useField, useHasPermission, useIsAdministrator, useRole } from '../model/self.ts';
import { publicPath } from '../router/public-path.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { changeOfPrivacy, type Privacy, privacyOf } from './privacy.ts';
import { useRights } from './rights.ts';
import { c } from './texts.ts';

type Change = Omit<ParamsOf<'update-stream'>, 'stream_id'>;

/** Names of channel fields, by the request parameter that changes the field. Lists only pairs whose names differ. */
const fieldOfParameter: Readonly<Record<string, string>> = {
  new_name: 'name',
  is_private: 'invite_only',
  is_default_stream: 'is_default',
};

/** Renders the general settings of a channel: name, description, privacy, rules, and archiving. */
export default function General(props: { channelId: ChannelId }) {
  const { store, client } = useParley();
  const found = useEntry(store.channels.channels, () => props.channelId);
  const channel = () => found() as Channel;
  const rights = useRights(() => props.channelId);
  const expecting = createExpecting(() => ({ ...channel(), is_default: channel().is_default ?? false }));
  const save = (change: Change) =>
    expecting(
      Object.keys(change).map((name) => fieldOfParameter[name] ?? name),
      (expected) => client.call('update-stream', { stream_id: props.channelId, ...change, expected }),
    );
  const allowsVisitors = useField('realm_enable_spectator_access');
  const isFixed = () => !rights().canAdminister || channel().is_archived;
  return (
    <Show when={found()}>
      <SettingGroup title={c('general')}>
        <StateNotice channel={channel()} canAdminister={rights().canAdminister} />
        <Names channel={channel()} isDisabled={isFixed()} save={save} />
        <PrivacyChoice channel={channel()} isDisabled={isFixed()} save={save} />
        <Show when={channel().is_web_public && allowsVisitors()}>
          <CopyField
            label={c('publicLink')}
            value={`${location.origin}${publicPath({ id: props.channelId, name: channel().name })}`}
          />
        </Show>
        <Rules channel={channel()} isDisabled={isFixed()} save={save} />
      </SettingGroup>
      <Show when={!channel().is_archived && rights().canRead}>
        <MailAddress channelId={props.channelId} />
      </Show>
      <Show when={rights().canAdminister}>
        <Archiving channel={channel()} />
      </Show>
    </Show>
  );
}

type PartProps = { channel: Channel; isDisabled: boolean; save: (change: Change) => Promise<unknown> };

function StateNotice(props: { channel: Channel; canAdminister: boolean }) {
  const { store } = useParley();
  return (
    <>
      <Show when={props.channel.is_archived}>
        <p class="notice">{c('wasArchived')}</p>
      </Show>
      <Show when={!props.canAdminister}>
        <p class="muted">
          {c('notAdministrator', { who: valueInWords(store, props.channel.can_administer_channel_group) })}
        </p>
      </Show>
    </>
  );
}

/** Renders the name, the description, and who created the channel. */
function Names(props: PartProps) {
  const { store } = useParley();
  const nameLength = useField('max_stream_name_length');
  const descriptionLength = useField('max_stream_description_length');
  return (
    <>
      <TextSetting
        label={c('name')}
        isRequired
        maxLength={Number(nameLength() ?? limits.channelNameLength)}
        isDisabled={props.isDisabled}
        value={() => props.channel.name}
        save={(name) => props.save({ new_name: name })}
      />
      <TextSetting
        label={c('description')}
        help={c('descriptionHelp')}
        isLong
        maxLength={Number(descriptionLength() ?? limits.channelDescriptionLength)}
        isDisabled={props.isDisabled}
        value={() => props.channel.description}
        save={(description) => props.save({ description })}
      />
      <p class="muted">
        {props.channel.creator_id === null
          ? c('createdOn', { time: dateOf(props.channel.date_created) })
          : c('created', {
              name: userName(store, props.channel.creator_id),
              time: dateOf(props.channel.date_created),
            })}
      </p>
    </>
  );
}

/** Asks before a change of privacy that people may not expect, and saves it. Call it inside a component. */
function createPrivacyChange(props: PartProps) {
  const { store } = useParley();
  const asking = createAsking();
  const present = () => privacyOf(props.channel);
  const memberCount = () =>
    [...store.people.users.values()].filter(
      (user) => user.is_active && !user.is_bot && user.role < roles.guest,
    ).length;
  const change = (wanted: Privacy) => {
    const save = () => props.save(changeOfPrivacy(wanted));
    const { name, subscriber_count: count } = props.channel;
    const ask = (title: string, body: string) =>
      asking.ask({ title, body, button: c('change'), stored: present }, save);
    const wasPrivate = present().startsWith('private');
    if (wanted.startsWith('private') && !wasPrivate) {
      return ask(c('privacyAsk', { name }), c('privacyMore', { count }));
    }
    if (!(wanted === 'web' || wasPrivate) || wanted === 'private-protected') return save();
    const more = wanted === 'web' ? c('publishToWebMore') : c('publishMore', { count: memberCount() });
    return ask(c('publishAsk', { name }), more);
  };
  return { present, change, Question: asking.Question };
}

/** Returns the kinds of privacy that may be chosen. Call it inside a component. */
function usePrivacies(present: () => Privacy) {
  const mayOpenToWeb = useHasPermission(useField('realm_can_create_web_public_channel_group'));
  const allowsVisitors = useField('realm_enable_spectator_access');
  return () => [
    { value: 'public' as const, label: c('privacyPublic'), help: c('privacyPublicHelp') },
    {
      value: 'private-shared' as const,
      label: c('privacyPrivateShared'),
      help: c('privacyPrivateSharedHelp'),
    },
    {
      value: 'private-protected' as const,
      label: c('privacyPrivateProtected'),
      help: c('privacyPrivateProtectedHelp'),
    },
    ...(present() === 'web' || (allowsVisitors() && mayOpenToWeb())
      ? [{ value: 'web' as const, label: c('privacyWeb'), help: c('privacyWebHelp') }]
      : []),
  ];
}

function PrivacyChoice(props: PartProps) {
  const { present, change, Question } = createPrivacyChange(props);
  const privacies = usePrivacies(present);
  return (
    <>
      <ChoiceSetting<Privacy>
        label={c('privacy')}
        isDisabled={props.isDisabled}
        value={present}
        save={change}
        options={privacies()}
      />
      <Question />
    </>
  );
}

const retentionDays = [1, 7, 30, 90, 180, 365, 730];

function Rules(props: PartProps) {
  const isAdministrator = useIsAdministrator();
  return (
    <>
      <FolderChoice {...props} />
      <TopicsChoice {...props} />
      <RetentionChoice {...props} />
      <Show when={isAdministrator() && !props.channel.invite_only}>
        <ToggleSetting
          label={c('isDefault')}
          isDisabled={props.isDisabled}
          value={() => props.channel.is_default ?? false}
          save={(isDefault) => props.save({ is_default_stream: isDefault })}
        />
      </Show>
      <Show when={isAdministrator()}>
        <ToggleSetting
          label={c('pushesByDefault')}
          isDisabled={props.isDisabled}
          value={() => props.channel.default_push_notifications}
          save={(isOn) => props.save({ default_push_notifications: isOn })}
        />
      </Show>
    </>
  );
}

function FolderChoice(props: PartProps) {
  const { store } = useParley();
  const folders = useDerived([store.channels.folders], () =>
    [...store.channels.folders.values()]
      .filter((folder) => !folder.is_archived || folder.id === props.channel.folder_id)
      .sort((one, other) => compareNames(one.name, other.name)),
  );
  return (
    <ChoiceSetting<number | null>
      label={c('folder')}
      isDisabled={props.isDisabled}
      value={() => props.channel.folder_id}
      save={(id) => props.save({ folder_id: id })}
      options={[
        { value: null, label: c('noFolder') },
        ...folders().map((folder) => ({ value: folder.id, label: folder.name })),
      ]}
    />
  );
}

function TopicsChoice(props: PartProps) {
  const maySetTopics = useHasPermission(useField('realm_can_set_topics_policy_group'));
  return (
    <ChoiceSetting<Channel['topics_policy']>
      label={c('topics')}
      isDisabled={props.isDisabled || !maySetTopics()}
      value={() => props.channel.topics_policy}
      save={(policy) => props.save({ topics_policy: policy })}
      options={[
        { value: 'inherit', label: c('topicsInherit') },
        { value: 'allow_empty_topic', label: c('topicsAllow') },
        { value: 'disable_empty_topic', label: c('topicsRequire') },
        { value: 'empty_topic_only', label: c('topicsNone') },
      ]}
    />
  );
}

function RetentionChoice(props: PartProps) {
  const role = useRole();
  const everywhere = useField('realm_message_retention_days');
  const asking = createAsking();
  const inWords = (days: number | null | undefined) =>
    !days || days < 0 ? c('never') : c('days', { count: days });
  const ownDays = () => props.channel.message_retention_days;
  const setRetention = (days: number | null) => {
    const value = days === null ? 'realm_default' : days < 0 ? 'unlimited' : days;
    const save = () => props.save({ message_retention_days: value });
    if (days === null || days < 0) return save();
    const question = {
      title: c('retentionAsk', { name: props.channel.name }),
      body: c('retentionMore', { count: days }),
      more: () => <RetentionEffect days={days} channelId={props.channel.stream_id} />,
      button: c('change'),
      stored: ownDays,
    };
    return asking.ask(question, save);
  };
  return (
    <>
      <DaysChoice
        label={c('retention')}
        isDisabled={props.isDisabled || role() > roles.owner}
        value={ownDays}
        save={setRetention}
        first={[
          { value: null, label: c('retentionDefault', { value: inWords(everywhere()) }) },
          { value: -1, label: c('never') },
        ]}
        offered={retentionDays}
        most={limits.settingDays}
        inWords={(count) => c('days', { count })}
      />
      <asking.Question />
    </>
  );
}

/** Shows the mail address of the channel. The address is secret, so it is requested only when the person asks for it. */
function MailAddress(props: { channelId: ChannelId }) {
  const { client } = useParley();
  const saving = createSaving();
  const [address, setAddress] = createSignal<string>();
  const show = () =>
    saving.run(async () => {
      const answer = await client.call('get-stream-email-address', { stream_id: props.channelId });
      setAddress(answer.email);
    });
  return (
    <SettingGroup title={c('mail')} help={c('mailHelp')}>
      <Show
        when={address() !== undefined}
        fallback={
          <div class="form-actions">
            <button type="button" class="button" onClick={() => void show()}>
              {c('mailShow')}
            </button>
            <SaveMark saving={saving} />
          </div>
        }
      >
        <Show when={address()} fallback={<p class="muted">{c('mailNone')}</p>}>
          {(present) => <CopyField label={c('mail')} value={present()} />}
        </Show>
      </Show>
    </SettingGroup>
  );
}

function Archiving(props: { channel: Channel }) {
  return (
    <SettingGroup
      title={c(props.channel.is_archived ? 'unarchive' : 'archive')}
      help={props.channel.is_archived ? undefined : c('archiveHelp')}
    >
      <Show when={props.channel.is_archived} fallback={<Archive channel={props.channel} />}>
        <Unarchive channel={props.channel} />
      </Show>
    </SettingGroup>
  );
}

function Unarchive(props: { channel: Channel }) {
  const parley = useParley();
  const unarchive = () => {
    const change = { stream_id: props.channel.stream_id, is_archived: false };
    return attempt(parley, parley.client.call('update-stream', change), t('notSaved'));
  };
  return (
    <div class="form-actions">
      <button type="button" class="button" onClick={() => void unarchive()}>
        {c('unarchive')}
      </button>
    </div>
  );
}

/** Renders the button that archives a channel. It asks first, and says what that means. */
function Archive(props: { channel: Channel }) {
  const { client } = useParley();
  const [isAsking, setAsking] = createSignal(false);
  // A signal instead of a resource: Suspense would hide the page and the dialog while a resource loads.
  const [topicCount, setTopicCount] = createSignal<number>();
  const ask = () => {
    setAsking(true);
    const listing = client.call('get-stream-topics', { stream_id: props.channel.stream_id });
    // When the number cannot be loaded, the dialog shows its text without the number.
    listing.then(({ topics }) => setTopicCount(topics.length)).catch(() => undefined);
  };
  return (
    <>
      <div class="form-actions">
        <button type="button" class="button is-danger" onClick={ask}>
          {c('archive')}
        </button>
      </div>
      <Show when={isAsking()}>
        <FormDialog
          title={c('archiveAsk', { name: props.channel.name })}
          button={c('archive')}
          isDangerous
          act={() => client.call('archive-stream', { stream_id: props.channel.stream_id })}
          onClose={() => setAsking(false)}
        >
          <p>{c('archiveHelp')}</p>
          <ArchivingEffects channel={props.channel} topicCount={topicCount()} />
        </FormDialog>
      </Show>
    </>
  );
}

function ArchivingEffects(props: { channel: Channel; topicCount: number | undefined }) {
  return (
    <ul class="bullets">
      <li>{c('archiveSubscribers', { count: props.channel.subscriber_count })}</li>
      <Show when={props.topicCount !== undefined}>
        <li>{c('archiveTopics', { count: props.topicCount ?? 0 })}</li>
      </Show>
      <Show when={props.channel.is_default}>
        <li>{c('archiveDefault')}</li>
      </Show>
    </ul>
  );
}
