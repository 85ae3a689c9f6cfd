import type { Message, Place } from '@parley/client';
import { type JSX, Show } from 'solid-js';
import { directionOfHtml } from '../html/direction-of-html.ts';
import { directionOf } from '../i18n/direction.ts';
import { briefTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { useDraft } from '../model/drafts/own-draft.ts';
import { directName, topicName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { previewOf } from '../model/sidebar-and-inbox/newest-unread.ts';
import { nameWithoutMark } from '../model/topics/resolved-topics.ts';
import { Avatar, PresenceDot } from '../ui/avatar.tsx';
import { ChannelLabel } from '../ui/channel-label.tsx';
import { DraftMark } from '../ui/draft-mark.tsx';

/** Returns the name of a topic or direct conversation, without its channel. */
export function useLabel(): (place: Place) => string {
  const { store } = useParley();
  return (place) =>
    place.kind === 'topic' ? topicName(store, place.topic) : directName(store, place.userIds);
}

/** Renders the face in a row: of the other person with their presence, of two people of a group, or of the sender of the newest message. */
function RowFace(props: { place: Place; newest: Message | undefined }) {
  const people = () => (props.place.kind === 'direct' ? props.place.userIds : []);
  const sender = () => props.newest?.sender_id;
  return (
    <Show
      when={people()[0]}
      fallback={
        <Show when={sender()} fallback={<span class="avatar" />} keyed>
          {(id) => <Avatar userId={id} message={props.newest!} />}
        </Show>
      }
    >
      {(first) => (
        <span class="face" classList={{ 'is-pair': people().length > 1 }}>
          <Avatar userId={first()} />
          <Show when={people()[1]} fallback={<PresenceDot userId={first()} />}>
            {(second) => <Avatar userId={second()} />}
          </Show>
        </span>
      )}
    </Show>
  );
}

/**
 * Renders what a row of the inbox or of the recent conversations says: a face, the conversation with its channel as a small label,
 * and the beginning of the newest message.
 */
export function PlaceWords(props: {
  place: Place;
  newest: Message | undefined;
  hasUnread: boolean;
  /** Whether the row stands among those of its channel, whose name it does not repeat. */
  isInChannel?: boolean;
  /** What stands before the name. */
  mark?: JSX.Element;
}) {
  const { store } = useParley();
  const labelOf = useLabel();
  const draft = useDraft(() => props.place);
  const label = () => {
    const name = labelOf(props.place);
    return props.mark === undefined ? name : nameWithoutMark(name);
  };
  return (
    <>
      <RowFace place={props.place} newest={props.newest} />
      <span class="inbox-words">
        <span class="inbox-first">
          {props.mark}
          <span class="inbox-label" classList={{ 'has-unread': props.hasUnread }} dir={directionOf(label())}>
            {label()}
          </span>
          <Show when={!props.isInChannel && props.place.kind === 'topic' && props.place}>
            {(topic) => <ChannelLabel channelId={topic().channelId} />}
          </Show>
          <DraftMark draft={draft()} />
        </span>
        {/* What is unread comes before what one has not sent. */}
        <Show
          when={!props.hasUnread && draft()}
          fallback={
            <span class="inbox-preview muted" dir={directionOfHtml(props.newest?.content ?? '')}>
              <Show when={props.newest}>{(message) => <>{previewOf(message(), store)}</>}</Show>
            </span>
          }
        >
          {(text) => (
            <span class="inbox-preview muted" dir={directionOf(text())}>
              <span class="draft-word">{t('draft')}:</span> {text()}
            </span>
          )}
        </Show>
      </span>
    </>
  );
}

export function RowTime(props: { newest: Message | undefined }) {
  return (
    <span class="inbox-time muted">
      <Show when={props.newest}>{(message) => <>{briefTimeOf(message().timestamp)}</>}</Show>
    </span>
  );
}
