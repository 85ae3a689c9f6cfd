import type { Place } from '@parley/client';
import { limits } from '@parley/rules/limits';
import { createMemo, createSignal, Match, Show, Switch } from 'solid-js';
import { directionOf } from '../../i18n/direction.ts';
import { t } from '../../i18n/index.ts';
import { createFocusWithin } from '../../lib/keys-and-focus/focus-within.ts';
import { best, rankOf } from '../../lib/text/rank.ts';
import { compareNames, topicName } from '../../model/names.ts';
import { useParley } from '../../model/parley.tsx';
import { useEntry } from '../../model/reactive.ts';
import { createCompletion } from '../../ui/completion.tsx';
import { PickField } from '../../ui/pick-field.tsx';
import { toNobody } from '../session.ts';
import { ToField } from './to-field.tsx';

type TopicTarget = Place & { kind: 'topic' };

/** The entry for a direct message, in the list of channels. */
const directId = 0;

/**
 * Renders where a message goes, as fields that the person can change. Where that is what the view shows, the fields are only there for the
 * keyboard and for assistive technology, until they get the focus.
 */
export function Recipients(props: {
  /** Begins the IDs of the fields. Default: `compose`. */
  prefix?: string;
  target: Place | undefined;
  isHere: boolean;
  /** Called when the person has chosen a channel, a topic or the people. The next empty field should get the focus. */
  onChange: (place: Place) => void;
  /** Called while the person types a topic, or adds people. */
  onType: (place: Place) => void;
  onDone: () => void;
  /** Sends the message from the field of the topic. */
  onSend?: () => void;
  /** What the key that sends does in the field of the topic, if that is worth saying. */
  hint?: string | undefined;
}) {
  const [hasFocus, watchFocus] = createFocusWithin();
  const prefix = () => props.prefix ?? 'compose';
  const topic = () => (props.target?.kind === 'topic' ? props.target : undefined);
  const direct = () => (props.target?.kind === 'direct' ? props.target : undefined);
  return (
    <div class="recipients" classList={{ 'is-quiet': props.isHere && !hasFocus() }} ref={watchFocus}>
      <Switch>
        <Match when={topic()}>
          {(place) => (
            <TopicRecipients
              prefix={prefix()}
              target={place()}
              onChange={props.onType}
              onDirect={() => props.onChange(toNobody)}
              onDone={props.onDone}
              onSend={props.onSend}
              hint={props.hint}
            />
          )}
        </Match>
        <Match when={direct()}>
          {(place) => (
            <ToField
              prefix={prefix()}
              userIds={place().userIds}
              onPeople={(userIds) => props.onType({ kind: 'direct', userIds })}
              onPlace={props.onChange}
              onDone={props.onDone}
            />
          )}
        </Match>
      </Switch>
    </div>
  );
}

/** Renders the channel and the topic of a message as fields that the person can change. */
function TopicRecipients(props: {
  prefix: string;
  target: TopicTarget;
  onChange: (target: TopicTarget) => void;
  /** Called when the person wants to write to people instead. */
  onDirect: () => void;
  onDone: () => void;
  onSend: (() => void) | undefined;
  hint: string | undefined;
}) {
  const { store, connection } = useParley();
  const [isTyping, setTyping] = createSignal(false);
  const settings = useEntry(store.channels.subscriptions, () => props.target.channelId);
  const known = useEntry(store.topics.ofChannel, () => props.target.channelId);
  const places = () => [
    { id: directId, label: t('directMessage') },
    ...[...store.channels.subscriptions.keys()]
      .flatMap((id) => store.channels.channels.get(id) ?? [])
      .filter((channel) => !channel.is_archived)
      .sort((one, other) => compareNames(one.name, other.name))
      .map((channel) => ({ id: channel.stream_id, label: channel.name })),
  ];
  const setTopic = (topic: string) => props.onChange({ ...props.target, topic });
  const items = createMemo(() =>
    isTyping()
      ? best(known() ?? [], ({ name }) =>
          name === props.target.topic ? undefined : rankOf(name, props.target.topic),
        ).map(({ name }) => ({
          key: name,
          label: topicName(store, name),
          choose: () => {
            setTopic(name);
            setTyping(false);
            props.onDone();
          },
        }))
      : [],
  );
  const completion = createCompletion(items, { isSelective: true });
  const loadTopics = () => {
    if (known() === undefined)
      void connection.history.loadTopics(props.target.channelId).catch(() => undefined);
  };
  return (
    <>
      <span class="swatch" style={{ '--channel-color': settings()?.color }} />
      <PickField
        class="recipient-channel"
        label={t('channel')}
        chosen={store.channels.channels.get(props.target.channelId)?.name ?? ''}
        items={places}
        onPick={(id) =>
          id === directId ? props.onDirect() : props.onChange({ ...props.target, channelId: id })
        }
      />
      <span aria-hidden="true">›</span>
      <div class="completion-anchor">
        <input
          class="recipient-topic"
          id={`${props.prefix}-topic`}
          aria-label={t('topic')}
          ref={completion.field}
          placeholder={t('topic')}
          data-max-length={store.fields.get('max_topic_length') ?? limits.topicLength}
          dir={directionOf(props.target.topic)}
          value={props.target.topic}
          onFocus={loadTopics}
          onBlur={() => setTyping(false)}
          on:input={(event) => {
            setTyping(true);
            setTopic(event.currentTarget.value);
          }}
          on:keydown={(event) => {
            if (props.onSend && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              return props.onSend();
            }
            if (completion.onKeyDown(event)) return;
            if (event.key === 'Enter') {
              event.preventDefault();
              props.onDone();
            }
          }}
        />
        <completion.List />
      </div>
      <Show when={props.hint}>{(hint) => <span class="send-hint">{hint()}</span>}</Show>
    </>
  );
}
