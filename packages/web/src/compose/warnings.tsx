import type { Place, Store } from '@parley/client';
import { createMemo, Show } from 'solid-js';
import { t } from '../i18n/index.ts';
import { joinChannel } from '../model/actions.ts';
import { isResolved, userName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { useDerived, useEntry } from '../model/reactive.ts';
import type { TextFacts } from './text-facts.ts';

/** Returns why messages to a place would be refused; undefined when they would not, as far as this client knows. */
export function refusalOf(store: Store, place: Place): string | undefined {
  if (place.kind === 'direct') return undefined;
  const channel = store.channels.channels.get(place.channelId);
  if (!channel) return undefined;
  if (channel.is_archived) return t('archivedChannel', { channel: channel.name });
  const { can_send_message_group: senders } = channel;
  const isAllowed = senders === undefined || store.groups.includes(senders, store.people.selfId);
  return isAllowed ? undefined : t('mayNotWrite', { channel: channel.name });
}

/** Shows warnings before a message is sent. */
export function Warnings(props: { target: Place | undefined; text: TextFacts }) {
  const parley = useParley();
  const { store } = parley;
  const channelId = () => (props.target?.kind === 'topic' ? props.target.channelId : undefined);
  const channel = useEntry(store.channels.channels, channelId);
  const subscription = useEntry(store.channels.subscriptions, channelId);
  const refusal = createMemo(() => {
    channel();
    return props.target && refusalOf(store, props.target);
  });
  const usersChanged = useDerived([store.people.users], () => ({}));
  const deactivated = () => {
    usersChanged();
    return props.target?.kind === 'direct'
      ? props.target.userIds.filter((id) => store.people.users.get(id)?.is_active === false)
      : [];
  };
  const onlyRecipient = () =>
    props.target?.kind === 'direct' && props.target.userIds.length === 1
      ? props.target.userIds[0]
      : undefined;
  const itsStatus = useEntry(store.people.statuses, onlyRecipient);
  /** A status such as “On vacation” says whether an answer can be expected. */
  const status = () => {
    const id = onlyRecipient();
    const text = itsStatus()?.status_text;
    return id === undefined || id === store.people.selfId || !text
      ? undefined
      : t('recipientStatus', { person: userName(store, id), status: text });
  };
  return (
    <>
      <Show when={refusal()}>{(text) => <div class="notice is-error">{text()}</div>}</Show>
      <Show when={!refusal() && channelId() !== undefined && !subscription() && channel()}>
        {(present) => (
          <div class="notice">
            {t('notSubscribed', { channel: present().name })}
            <button type="button" class="link-button" onClick={() => void joinChannel(parley, present())}>
              {t('join')}
            </button>
          </div>
        )}
      </Show>
      <Show when={status()}>
        {(text) => (
          <div class="notice" dir="auto">
            {text()}
          </div>
        )}
      </Show>
      <Show when={deactivated()[0]}>
        {(id) => <div class="notice">{t('recipientDeactivated', { person: userName(store, id()) })}</div>}
      </Show>
      <Show when={props.target?.kind === 'topic' && isResolved(props.target.topic)}>
        <div class="notice">{t('topicIsResolved')}</div>
      </Show>
      <Show when={props.text.mentionsEveryone && channel()}>
        {(present) => <div class="notice">{t('notifiesMany', { count: present().subscriber_count })}</div>}
      </Show>
      <Show when={props.text.excess > 0}>
        <div class="notice is-error">{t('tooLong', { count: props.text.excess })}</div>
      </Show>
    </>
  );
}
