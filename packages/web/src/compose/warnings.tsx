import type { Place } from '@parley/client';
import { createMemo, Show } from 'solid-js';
import { directionOf } from '../i18n/direction.ts';
import { listOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { joinChannel } from '../model/actions.ts';
import { isResolved, userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { usePermissionChanges } from '../model/permission-changes.ts';
import { useDerived, useEntry } from '../model/reactive.ts';
import { roles, useField } from '../model/self.ts';
import { MentionWarnings } from './mention-warnings.tsx';
import { topicRuleOf } from './recipients/topic-rule.ts';
import { refusalOf } from './refusal.ts';
import type { TextFacts } from './text-facts.ts';

/** Shows warnings before a message is sent. */
export function Warnings(props: { target: Place | undefined; text: TextFacts }) {
  const parley = useParley();
  const { store } = parley;
  const channelId = () => (props.target?.kind === 'topic' ? props.target.channelId : undefined);
  const channel = useEntry(store.channels.channels, channelId);
  const subscription = useEntry(store.channels.subscriptions, channelId);
  const permissions = usePermissionChanges();
  const refusal = createMemo(() => {
    channel();
    permissions();
    return props.target && refusalOf(store, props.target);
  });
  const topicRule = useField('realm_topics_policy');
  /** Whether the message has a text but lacks a topic that the channel requires. */
  const lacksTopic = () => {
    topicRule();
    channel();
    const { target } = props;
    return (
      !props.text.isBlank &&
      target?.kind === 'topic' &&
      target.topic === '' &&
      topicRuleOf(store, target.channelId) === 'disable_empty_topic'
    );
  };
  return (
    <>
      <Show when={refusal()}>{(text) => <div class="notice is-error">{text()}</div>}</Show>
      <Show when={!refusal() && channelId() !== undefined && !subscription() && channel()}>
        {(present) => (
          <div class="notice is-calm">
            <span class="notice-words">{t('notSubscribed', { channel: present().name })}</span>
            <button type="button" class="link-button" onClick={() => void joinChannel(parley, present())}>
              {t('join')}
            </button>
          </div>
        )}
      </Show>
      <RecipientWarnings target={props.target} />
      <Show when={lacksTopic()}>
        <div class="notice">{t('topicRequired')}</div>
      </Show>
      <Show when={props.target?.kind === 'topic' && isResolved(props.target.topic)}>
        <div class="notice">{t('topicIsResolved')}</div>
      </Show>
      <MentionWarnings mentions={props.text.mentions} />
      <Show when={props.text.mentionsEveryone && channel()}>
        {(present) => <div class="notice">{t('notifiesMany', { count: present().subscriber_count })}</div>}
      </Show>
      <Show when={props.text.excess > 0}>
        <div class="notice is-error">{t('tooLong', { count: props.text.excess })}</div>
      </Show>
    </>
  );
}

/** Shows what the sender of a direct message may want to know of its recipients. */
function RecipientWarnings(props: { target: Place | undefined }) {
  const { store } = useParley();
  const usersChanged = useDerived([store.people.users], () => ({}));
  const deactivated = () => {
    usersChanged();
    return props.target?.kind === 'direct'
      ? props.target.userIds.filter((id) => store.people.users.get(id)?.is_active === false)
      : [];
  };
  const warnsOfGuests = useField('realm_enable_guest_user_dm_warning');
  const guests = () => {
    usersChanged();
    if (!warnsOfGuests() || props.target?.kind !== 'direct') return [];
    return props.target.userIds.filter((id) => store.people.users.get(id)?.role === roles.guest);
  };
  const onlyRecipient = () =>
    props.target?.kind === 'direct' && props.target.userIds.length === 1
      ? props.target.userIds[0]
      : undefined;
  const itsStatus = useEntry(store.people.statuses, onlyRecipient);
  /** Status of the only recipient, such as “On vacation”. It tells whether to expect an answer. */
  const status = () => {
    const id = onlyRecipient();
    const text = itsStatus()?.status_text;
    return id === undefined || id === store.people.selfId || !text
      ? undefined
      : t('recipientStatus', { person: userName(store, id), status: text });
  };
  return (
    <>
      <Show when={status()}>
        {(text) => (
          <div class="notice" dir={directionOf(text())}>
            {text()}
          </div>
        )}
      </Show>
      <Show when={guests().length > 0}>
        <div class="notice">
          {t('recipientGuests', {
            count: guests().length,
            people: listOf(guests().map((id) => userName(store, id))),
          })}
        </div>
      </Show>
      <Show when={deactivated()[0]}>
        {(id) => <div class="notice">{t('recipientDeactivated', { person: userName(store, id()) })}</div>}
      </Show>
    </>
  );
}
