import type { ChannelId, Place } from '@parley/client';
import { createEffect, createMemo, createSignal, on, onMount, Show, Suspense } from 'solid-js';
import { t } from '../i18n/index.ts';
import { createFocusWithin } from '../lib/keys-and-focus/focus-within.ts';
import { loadable } from '../lib/loadable.ts';
import { useOneColumn } from '../lib/window/window-width.ts';
import { takeShared } from '../model/device/shared.ts';
import type { ComposeRequest } from '../model/drafts/compose-target.ts';
import { placeName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { usePermissionChanges } from '../model/permission-changes.ts';
import { useEntry, useValue } from '../model/reactive.ts';
import { useSetting } from '../model/settings.ts';
import { HeldKeys } from '../ui/opening.tsx';
import { uploadsOf } from './attaching/uploads.ts';
import { ComposeTools } from './compose-tools.tsx';
import { insertApart } from './formatting/format.ts';
import { formattingOf } from './formatting/format-state.ts';
import { takeData } from './pasting/paste.ts';
import { nearbyPeople } from './recipients/nearby.ts';
import { Recipients } from './recipients/recipients.tsx';
import { commandKey, SendTools } from './send-tools.tsx';
import { type ComposeSession, type SendOutcome, toNobody } from './session.ts';
import { useComposeSession } from './use-session.ts';
import { Warnings } from './warnings.tsx';
import { createWriting, type Writing } from './writing.ts';
import { WritingArea } from './writing-area.tsx';

const ClosedBox = loadable(() => import('./closed-box.tsx'));
const SendKeyQuestion = loadable(() => import('./send-key-question.tsx'));
const RecordButton = loadable(() => import('./attaching/record-button.tsx'));
const TimeDialog = loadable(async () => ({ default: (await import('../ui/time-dialog.tsx')).TimeDialog }));

type BoxProps = {
  place: Place | undefined;
  channelId: ChannelId | undefined;
  /** Whether a closed box answers or begins topics of the channel. Other views have no closed box: nobody would get its text. */
  startsTopics?: boolean;
  /** Returns the ID of the selected message in view, where there are messages. */
  selectedId?: () => number | undefined;
  /** Edits the person's last message in view, at an arrow key in the empty box. Returns false when there is none. */
  onEditLast?: () => boolean;
};

/** A compose session, and what shows it. */
type Composing = {
  readonly session: ComposeSession;
  readonly writing: Writing;
  /** Whether the message goes to the visible place. */
  isHere(): boolean;
  /** Sends, or takes the person to what is missing. */
  send(): void;
  /** Sends from the field of the topic, where its name alone may be the message. */
  sendFromTopic(): void;
  focusFirst(): void;
};

/**
 * Renders the compose box. It writes to the visible topic or direct conversation, or to one that the person chooses in the box.
 * In views that show no single conversation, there is no box until the person begins to write.
 */
export function ComposeBox(props: BoxProps) {
  const parley = useParley();
  const composing = createComposing(props);
  const { session } = composing;
  const state = useValue(session);
  void formattingOf(parley).restore();
  return (
    <Show
      when={state().isOpen}
      fallback={
        <Show when={props.startsTopics && props.channelId}>
          {(channelId) => (
            <Suspense fallback={<div class="compose is-closed" />}>
              <ClosedBox channelId={channelId()} selectedId={props.selectedId} />
            </Suspense>
          )}
        </Show>
      }
    >
      <OpenBox composing={composing} onEditLast={props.onEditLast} />
    </Show>
  );
}

function createComposing(props: BoxProps): Composing {
  const parley = useParley();
  const session = useComposeSession(
    createMemo(() => ({ place: props.place, channelId: props.channelId }), undefined, {
      equals: (one, other) => one.place === other.place && one.channelId === other.channelId,
    }),
  );
  const state = useValue(session);
  const text = createMemo(() => state().text);
  const place = createMemo(() => state().target);
  const writing = createWriting({
    text,
    place,
    isOpen: createMemo(() => state().isOpen),
    queue: uploadsOf(parley),
    hasCommands: true,
    nearby: () => nearbyPeople(parley, place(), session.isHere()),
    onText: (next) => session.typed(next),
  });
  const isHere = createMemo(() => {
    state();
    return session.isHere();
  });
  const focusFirst = () => focusFirstField(parley.root, session, writing);
  const focusAfter = (outcome: SendOutcome) => {
    if (outcome === 'refused') focusFirst();
    else writing.field()?.focus();
  };
  const send = () => focusAfter(session.send());
  const sendFromTopic = () => focusAfter(session.sendFromTopic());
  const composing = { session, writing, isHere, send, sendFromTopic, focusFirst };
  answerRequests(composing, props);
  return composing;
}

/** Focuses the first empty field: the topic or the recipients, and otherwise the text. */
function focusFirstField(root: HTMLElement, session: ComposeSession, writing: Writing): void {
  const { target } = session.get();
  const isTopicMissing = target?.kind === 'topic' && target.topic === '' && !session.isHere();
  const areNone = target?.kind === 'direct' && target.userIds.length === 0;
  const missing = isTopicMissing ? '#compose-topic' : areNone ? '#compose-to' : undefined;
  const field = missing === undefined ? null : root.querySelector<HTMLElement>(`.compose ${missing}`);
  (field ?? writing.field())?.focus();
}

/** Lets other parts of the client write to the box: requests to write to a place, and texts to insert. */
function answerRequests({ session, writing, focusFirst }: Composing, props: BoxProps): void {
  const parley = useParley();
  const placeAsked = (place: ComposeRequest['place']): Place | undefined => {
    if (place === 'new-direct') return toNobody;
    if (place !== 'new-topic') return place;
    const channelId = props.channelId ?? [...parley.store.channels.subscriptions.keys()][0];
    return channelId === undefined ? undefined : { kind: 'topic', channelId, topic: '' };
  };
  const answer = ({ place, insert }: ComposeRequest) => {
    writing.preview.hide();
    void session.ask(placeAsked(place));
    // A microtask runs before the next key press. An animation frame might run after it.
    queueMicrotask(() => {
      const field = writing.field();
      if (insert !== undefined && field) insertApart(field, insert);
      focusFirst();
    });
  };
  const takeOver = async (isFirst: boolean) => {
    const shared = takeShared(parley);
    if (isFirst || shared) await session.begin();
    if (!shared) return;
    requestAnimationFrame(() => {
      if (shared.text !== '') writing.insert(shared.text);
      writing.attach(shared.files);
    });
  };
  onMount(() => {
    const waiting = parley.composing.register({
      writesTo: (place) => session.writesTo(place),
      follow: (from, to) => session.follow(from, to),
      insert: (markdown) => writing.insertQuietly(markdown),
    });
    if (waiting) answer(waiting);
    if (!waiting?.place) void takeOver(true);
  });
  // What is shared from another app goes into the box of the next view.
  createEffect(
    on(
      () => props.place,
      () => void takeOver(false),
      { defer: true },
    ),
  );
  createEffect(
    on(
      parley.composing.present,
      (request) => {
        if (request) answer(request);
      },
      { defer: true },
    ),
  );
}

function OpenBox(props: { composing: Composing; onEditLast: (() => boolean) | undefined }) {
  const { session, writing, isHere } = props.composing;
  useParley().composing.keepOpen();
  const state = useValue(session);
  const [isScheduling, setScheduling] = createSignal(false);
  const [isDragging, setDragging] = createSignal(false);
  const isOneColumn = useOneColumn();
  const [isResting, watchFocus, onFocusIn] = createResting(writing, isHere);
  // Called outside of the JSX: Solid evaluates an expression in a property at each read.
  const canSend = createCanSend(session, writing);
  const placeholder = usePlaceholder(writing);
  const topicHint = useTopicHint(session, writing);
  const [isKeyAsked, setKeyAsked] = createSignal(false);
  const onKeyDown = useBoxKeys(
    props.composing,
    () => props.onEditLast,
    () => setKeyAsked(true),
  );
  createEffect(on(writing.place, () => setScheduling(false), { defer: true }));
  return (
    <div
      class="compose"
      classList={{ 'is-dragging': isDragging(), 'is-here': isHere(), 'is-resting': isResting() }}
      ref={watchFocus}
      onFocusIn={onFocusIn}
      role="group"
      aria-label={t('compose')}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={() => setDragging(false)}
      onDrop={(event) => {
        setDragging(false);
        takeData(event, writing.field(), { takeFiles: writing.attach });
      }}
    >
      <Recipients
        target={state().target}
        isHere={isHere()}
        onChange={(place) => {
          session.retarget(place);
          queueMicrotask(props.composing.focusFirst);
        }}
        onType={(place) => session.retarget(place)}
        onDone={() => writing.field()?.focus()}
        onSend={props.composing.sendFromTopic}
        hint={topicHint()}
      />
      <Warnings target={state().target} text={writing.facts()} />
      <Show when={isKeyAsked()}>
        <Suspense>
          <SendKeyQuestion onDone={() => writing.field()?.focus()} />
        </Suspense>
      </Show>
      <WritingArea
        writing={writing}
        id="compose-message"
        label={t('message')}
        placeholder={placeholder()}
        isSendPending={state().isSendPending}
        onCancelUpload={() => session.waitNoLonger()}
        onKeyDown={onKeyDown}
      >
        <ComposeTools writing={writing} hasRecipients={isHere()}>
          <SendTools
            hasText={!writing.facts().isBlank}
            canSend={canSend()}
            canSchedule={canSend() && !writing.isUploading()}
            onSchedule={() => setScheduling(true)}
            onSend={props.composing.send}
          />
          <Show when={isOneColumn() && isResting()}>
            <Suspense>
              <RecordButton onRecord={() => writing.record(true)} />
            </Suspense>
          </Show>
        </ComposeTools>
      </WritingArea>
      <Show when={isScheduling()}>
        <Suspense fallback={<HeldKeys />}>
          <TimeDialog
            title={t('schedule')}
            onChoose={(timestamp) => {
              setScheduling(false);
              void session.schedule(timestamp);
            }}
            onClose={() => setScheduling(false)}
          />
        </Suspense>
      </Show>
    </div>
  );
}

/**
 * Returns whether the box waits for a message: it is empty, and nobody has begun to write. Phones then show it in one row. The buttons
 * of this row do not end the rest, because they would move while they are pressed.
 */
function createResting(
  writing: Writing,
  isHere: () => boolean,
): [isResting: () => boolean, ref: (box: HTMLElement) => void, onFocusIn: (event: FocusEvent) => void] {
  const [hasFocus, watchFocus] = createFocusWithin();
  const [isWriting, setWriting] = createSignal(false);
  createEffect(() => {
    if (!hasFocus()) setWriting(false);
  });
  const isResting = createMemo(
    () =>
      isHere() &&
      !isWriting() &&
      writing.facts().isEmpty &&
      writing.uploads().length === 0 &&
      !writing.isRecording(),
  );
  const onFocusIn = ({ target }: FocusEvent) => {
    if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) setWriting(true);
  };
  return [isResting, watchFocus, onFocusIn];
}

/** Returns whether the message can be sent. Follows the text only as far as that depends on it. */
function createCanSend(session: ComposeSession, writing: Writing): () => boolean {
  const { store } = useParley();
  const channel = useEntry(store.channels.channels, () => {
    const place = writing.place();
    return place?.kind === 'topic' ? place.channelId : undefined;
  });
  const permissions = usePermissionChanges();
  return createMemo(() => {
    // Reading these signals makes Solid recompute the memo when they change.
    channel();
    permissions();
    writing.facts();
    writing.place();
    writing.isUploading();
    return session.canSend();
  });
}

/** Returns what the empty field says: where the message goes. */
function usePlaceholder(writing: Writing): () => string {
  const { store } = useParley();
  return createMemo(() => {
    const place = writing.place();
    const isNamed = place?.kind === 'topic' ? place.topic !== '' : (place?.userIds.length ?? 0) > 0;
    if (!place || !isNamed) return t('message');
    return t('messageTo', { place: placeName(store, place) });
  });
}

/** Returns how the name of a new topic becomes its first message; undefined while it cannot. */
function useTopicHint(session: ComposeSession, writing: Writing): () => string | undefined {
  const { store } = useParley();
  const topics = useEntry(store.topics.ofChannel, () => {
    const place = writing.place();
    return place?.kind === 'topic' ? place.channelId : undefined;
  });
  const permissions = usePermissionChanges();
  return createMemo(() => {
    // Reading these signals makes Solid recompute the memo when they change.
    topics();
    permissions();
    writing.facts();
    writing.place();
    writing.isUploading();
    return session.canSendTopic() ? t('topicIsMessage', { key: commandKey }) : undefined;
  });
}

/** Returns what keys do in the field that neither a suggestion nor a format uses. */
function useBoxKeys(
  { session, writing, isHere, send }: Composing,
  onEditLast: () => (() => boolean) | undefined,
  onNewLine: () => void,
): (event: KeyboardEvent) => void {
  const enterSends = useSetting<boolean>('enter_sends');
  return (event) => {
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.key === 'Enter' && (isCommand || (enterSends() && !event.shiftKey))) {
      event.preventDefault();
      send();
    } else if (event.key === 'Enter' && !event.shiftKey) onNewLine();
    else if ((event.key === 'ArrowUp' || event.key === 'ArrowLeft') && writing.text() === '' && isHere()) {
      if (onEditLast()?.()) event.preventDefault();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      writing.field()?.blur();
      session.close();
    }
  };
}
