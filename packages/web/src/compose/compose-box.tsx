import { type Place, placeKey } from '@parley/client';
import { batch, createEffect, createMemo, createSignal, on, onCleanup, onMount, Show } from 'solid-js';
import { appCommandIn, runCommand } from '../blocks/known-commands.ts';
import { Rendered } from '../content/rendered.tsx';
import { directionOf } from '../i18n/direction.ts';
import { shortDateTimeOf } from '../i18n/format.ts';
import { t } from '../i18n/index.ts';
import { createFocusWithin } from '../lib/focus-within.ts';
import { attempt } from '../model/actions.ts';
import { type ComposeRequest, composeRequest, registerBox } from '../model/compose-target.ts';
import { DraftKeeper, keepDraft } from '../model/drafts.ts';
import { placeHref, topicName } from '../model/names.ts';
import { useParley } from '../model/parley.tsx';
import { usePermissionChanges } from '../model/permission-changes.ts';
import { useDerived, useEntry } from '../model/reactive.ts';
import { useSetting } from '../model/settings.ts';
import { takeShared } from '../model/shared.ts';
import { showToast } from '../model/toasts.ts';
import { go } from '../router/router.ts';
import { TimeDialog } from '../ui/time-dialog.tsx';
import { ComposeTools, formatOfKey } from './compose-tools.tsx';
import { applyFormat, insertApart, insertQuietly, insertText } from './format.ts';
import { takeData } from './paste.ts';
import { createPreview } from './preview.ts';
import { DirectRecipients, TopicRecipients } from './recipients.tsx';
import { refusalOf } from './refusal.ts';
import { shortenAddress } from './shorten-address.ts';
import { createTextCompletion } from './text-completion.ts';
import { areSameFacts, messageLengthLimit, textFactsOf } from './text-facts.ts';
import { isAddressed } from './topic-rule.ts';
import { TypingReporter } from './typing.ts';
import { UploadList } from './upload-list.tsx';
import { leaveUploads, uploadFiles, uploadsTo } from './uploads.ts';
import { Warnings } from './warnings.tsx';

/** Number of latest messages of a topic whose senders are suggested first. */
const maxRecent = 50;

/** A direct conversation whose people have yet to be chosen. */
const toNobody: Place = { kind: 'direct', userIds: [] };

/** Whether the browser itself adapts the height of the field to its text. */
const growsItself = CSS.supports('field-sizing', 'content');

/**
 * Renders the compose box. It writes to the visible topic or direct conversation, or to one that the person chooses in the box.
 * In views that show no single conversation, the box stays closed until the person opens it.
 */
export function ComposeBox(props: {
  place: Place | undefined;
  channelId: number | undefined;
  /** Edits the person's last message in view, at an arrow key in the empty box. Returns false when there is none. */
  onEditLast?: () => boolean;
}) {
  const parley = useParley();
  const { store, connection, client } = parley;
  const [target, setTarget] = createSignal<Place | undefined>(startingPlace());
  const [isOpen, setOpen] = createSignal(props.place !== undefined);
  const [text, setText] = createSignal('');
  const [cursor, setCursor] = createSignal(0);
  const [isScheduling, setScheduling] = createSignal(false);
  /** Whether the message is sent as soon as its files are uploaded. */
  const [isSendPending, setSendPending] = createSignal(false);
  const [isDragging, setDragging] = createSignal(false);
  const enterSends = useSetting<boolean>('enter_sends');
  const drafts = new DraftKeeper(parley);
  const typing = new TypingReporter(parley);
  let field: HTMLTextAreaElement | undefined;
  let box: HTMLDivElement | undefined;
  const [hasFocus, watchFocus] = createFocusWithin();

  function startingPlace(): Place | undefined {
    if (props.place) return props.place;
    return props.channelId === undefined
      ? undefined
      : { kind: 'topic', channelId: props.channelId, topic: '' };
  }

  /** Whether the text was changed since it was loaded or saved. */
  let isChanged = false;

  const writesTo = (place: Place): boolean => {
    const present = target();
    return isOpen() && present !== undefined && placeKey(present) === placeKey(place);
  };

  /** Implements `Box.follow`. */
  function follow(from: Place, to: Place): boolean {
    if (!writesTo(from)) return false;
    setTarget(to);
    if (text() === '') return false;
    isChanged = true;
    drafts.change(to, text());
    return true;
  }

  const preview = createPreview(parley, { text, isOpen, field: () => field });

  /**
   * Loads the draft of the place, unless the field already has text. Texts without recipients are drafts, too: of a direct
   * conversation without people, or of a topic without a name.
   */
  async function restore(place: Place): Promise<void> {
    if (text() !== '') return;
    const draft = await drafts.read(place);
    if (draft === '' || !writesTo(place)) return;
    drafts.begin(place);
    // Text that the person entered while the draft was loading follows the draft.
    const since = text();
    setText(`${draft}${since.includes('\n') && !draft.endsWith('\n') ? '\n' : ''}${since}`);
    if (since !== '') drafts.change(place, text());
    requestAnimationFrame(grow);
  }
  async function begin(): Promise<void> {
    const place = target();
    const shared = takeShared();
    if (place && props.place) await restore(place);
    if (!shared) return;
    requestAnimationFrame(() => {
      if (field && shared.text !== '') insertText(field, shared.text);
      uploadFiles(parley, shared.files);
    });
  }
  /** Saves the draft before another place is shown. */
  function leave(): void {
    typing.stop();
    const place = target();
    if (isChanged && place) drafts.flush(place, text());
    leaveUploads(place);
    drafts.begin(undefined);
    isChanged = false;
  }
  onMount(() => {
    const waiting = registerBox({
      writesTo,
      follow,
      insert: (markdown) => preview.renew(() => field && insertQuietly(field, markdown)),
    });
    if (waiting) answer(waiting);
    if (!waiting?.place) void begin();
  });
  /** The draft that the server last had. While the field shows exactly this text, changes from another device replace it. */
  let draftBefore = target() ? drafts.onServer(target()!).content : '';
  const serverDrafts = useDerived([store.personal.drafts], () => ({}));
  createEffect(
    on(
      () => [serverDrafts(), target()] as const,
      ([, place], before) => {
        const { content: draft, isOwn } = place ? drafts.onServer(place) : { content: '', isOwn: false };
        const isSamePlace = before !== undefined && before[1] === place;
        // An empty field ignores the server's draft: the draft's message may just have been sent, and the draft's deletion is
        // pending.
        const isElsewhere = draft !== draftBefore && !isOwn;
        if (isSamePlace && place && draftBefore !== '' && isElsewhere && text() === draftBefore) {
          setText(draft);
          drafts.change(place, draft);
          requestAnimationFrame(grow);
        }
        draftBefore = draft;
      },
    ),
  );
  const keepHere = () => {
    const place = target();
    if (place && text() !== '') drafts.flushHere(place, text());
  };
  addEventListener('pagehide', keepHere);
  onCleanup(() => {
    removeEventListener('pagehide', keepHere);
    leave();
  });

  // When the view changes, the same box stays and writes to the place (topic or direct conversation) of the new view.
  createEffect(
    on(
      () => `${props.place ? placeKey(props.place) : ''} ${props.channelId ?? ''}`,
      (view, before) => {
        if (before === undefined || view === before) return;
        // The text already belongs to the new view: the box has followed a topic that moved.
        if (text() !== '' && isHere()) return;
        leave();
        batch(() => {
          setText('');
          setCursor(0);
          setScheduling(false);
          setSendPending(false);
          setTarget(startingPlace());
          setOpen(props.place !== undefined);
        });
        requestAnimationFrame(grow);
        void begin();
      },
    ),
  );

  createEffect(
    on(
      composeRequest,
      (request) => {
        if (request) answer(request);
      },
      { defer: true },
    ),
  );
  function answer({ place, insert }: ComposeRequest): void {
    preview.hide();
    setOpen(true);
    const asked = placeAsked(place);
    if (asked) {
      setTarget(asked);
      void restore(asked);
    }
    // A microtask runs before the next key press. An animation frame might run after it.
    queueMicrotask(() => {
      if (insert !== undefined && field) insertApart(field, insert);
      focusFirst();
    });
  }

  /** Returns the place to write to for a request; undefined to keep the recipients. */
  function placeAsked(place: ComposeRequest['place']): Place | undefined {
    if (place === 'new-topic') {
      const channelId = props.channelId ?? [...store.channels.subscriptions.keys()][0];
      return channelId === undefined ? undefined : { kind: 'topic', channelId, topic: '' };
    }
    if (place === 'new-direct') return toNobody;
    return place ?? (target() ? undefined : toNobody);
  }

  /** Changes the recipients. The draft of the text follows them. */
  function retarget(place: Place): void {
    setTarget(place);
    if (text() === '') return;
    isChanged = true;
    drafts.change(place, text());
  }

  /** Focuses the first empty field: the topic or the recipients, and otherwise the text. */
  function focusFirst(): void {
    const place = target();
    if (place?.kind === 'topic' && place.topic === '' && !isHere()) focusOn('#compose-topic');
    else if (place?.kind === 'direct' && place.userIds.length === 0) focusOn('#compose-to');
    else field?.focus();
  }
  const focusOn = (selector: string) => box?.querySelector<HTMLElement>(selector)?.focus();

  const isReady = (place: Place): boolean => isAddressed(store, place);
  const limit = () => messageLengthLimit(store);
  const channel = useEntry(store.channels.channels, () => {
    const place = target();
    return place?.kind === 'topic' ? place.channelId : undefined;
  });
  const facts = createMemo(() => textFactsOf(text(), limit()), undefined, { equals: areSameFacts });
  const permissions = usePermissionChanges();
  const uploads = createMemo(() => uploadsTo(target));
  const isUploading = () => uploads().some(({ failure }) => failure === undefined);
  const canSend = createMemo(() => {
    // Reading these signals makes Solid recompute the memo when permissions change.
    channel();
    permissions();
    const place = target();
    return (
      (!facts().isBlank || isUploading()) &&
      facts().excess === 0 &&
      place !== undefined &&
      isReady(place) &&
      refusalOf(store, place) === undefined
    );
  });

  function changed(): void {
    if (!field) return;
    isChanged = true;
    const { value, selectionStart } = field;
    batch(() => {
      setText(value);
      setCursor(selectionStart);
    });
    grow();
    const place = target();
    if (!place) return;
    drafts.change(place, field.value);
    if (isReady(place) && field.value.trim() !== '') typing.typed({ place });
  }
  /** Adapts the height of the field to its text, in browsers without `field-sizing`. */
  function grow(): void {
    if (!field || growsItself) return;
    field.style.blockSize = 'auto';
    field.style.blockSize = `${field.scrollHeight + 2}px`;
  }

  function send(): void {
    const place = target();
    if (!place || !canSend()) {
      focusFirst();
      return;
    }
    setSendPending(isUploading());
    if (isUploading()) return;
    const content = text();
    typing.stop();
    setText('');
    isChanged = false;
    requestAnimationFrame(grow);
    drafts.flush(place, '');
    drafts.begin(undefined);
    const command = appCommandIn(content);
    if (command) {
      // A command that failed stands in the field again, unless something else was written meanwhile.
      void runCommand(parley, command, place).then((isDone) => {
        if (!isDone && isStill(place, '')) setText(content);
      });
      field?.focus();
      return;
    }
    connection.send(place, content);
    if (!isHere()) {
      if (store.settings.get('web_navigate_to_sent_message') === false) showToast(t('sentElsewhere'));
      else go(placeHref(store, place));
    }
    field?.focus();
  }
  // Sends a message that waited for its files, as soon as all uploads have succeeded.
  createEffect(
    on(isUploading, (isBusy) => {
      if (isBusy || !isSendPending()) return;
      setSendPending(false);
      if (uploads().length === 0) send();
    }),
  );

  /** Whether the field still has the text `content` for `place`, so the person has changed neither of them. */
  const isStill = (place: Place | undefined, content: string): boolean =>
    text() === content && (place ? writesTo(place) : target() === undefined);

  async function schedule(timestamp: number): Promise<void> {
    const place = target();
    setScheduling(false);
    if (!place || !canSend()) return;
    const content = text();
    const call = client.call('create-scheduled-message', {
      ...(place.kind === 'topic'
        ? { type: 'channel' as const, to: place.channelId, topic: place.topic }
        : { type: 'direct' as const, to: [...place.userIds] }),
      content,
      scheduled_delivery_timestamp: timestamp,
    });
    if (!(await attempt(call, t('notScheduled')))) return;
    if (isStill(place, content)) {
      setText('');
      isChanged = false;
      drafts.flush(place, '');
      drafts.begin(undefined);
    } else if (!writesTo(place)) void keepDraft(parley, place, '');
    showToast(t('scheduledFor', { time: shortDateTimeOf(timestamp) }));
  }

  // Suggestions
  /** Returns the people to suggest first: the participants of the direct conversation, or the last senders in the topic. */
  const nearby = (): ReadonlySet<number> => {
    const place = target();
    if (place?.kind !== 'topic' || !isHere()) return new Set(place?.kind === 'direct' ? place.userIds : []);
    const { newestRange } = connection.history.list([
      { operator: 'channel', operand: place.channelId },
      { operator: 'topic', operand: place.topic },
    ]);
    const last = newestRange?.ids.slice(-maxRecent) ?? [];
    return new Set(last.flatMap((id) => store.messages.known.get(id)?.sender_id ?? []));
  };
  const completion = createTextCompletion({ text, cursor, field: () => field, nearby, hasCommands: true });

  function onKeyDown(event: KeyboardEvent): void {
    if (completion.onKeyDown(event)) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.key === 'Enter' && (isCommand || (enterSends() && !event.shiftKey))) {
      event.preventDefault();
      send();
    } else if ((event.key === 'ArrowUp' || event.key === 'ArrowLeft') && text() === '' && isHere()) {
      if (props.onEditLast?.()) event.preventDefault();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      field?.blur();
      if (props.place === undefined) setOpen(false);
    } else if (isCommand) {
      const format = formatOfKey(event.key);
      if (format && field) {
        event.preventDefault();
        applyFormat(field, format);
      }
    }
  }

  const takeFiles = (files: Iterable<File>): void => uploadFiles(parley, files);
  const shorten = (of: HTMLTextAreaElement, address: string) => void shortenAddress(parley, of, address);

  /** Whether the message goes to the visible place. */
  const isHere = () => {
    const place = target();
    return place !== undefined && props.place !== undefined && placeKey(place) === placeKey(props.place);
  };
  const topicTarget = () => {
    const place = target();
    return place?.kind === 'topic' ? place : undefined;
  };
  const directTarget = () => {
    const place = target();
    return place?.kind === 'direct' ? place : undefined;
  };

  return (
    <Show
      when={isOpen()}
      fallback={
        <ReplyBar
          onOpen={() => {
            setOpen(true);
            const place = target() ?? toNobody;
            setTarget(place);
            void restore(place);
            focusFirst();
          }}
        />
      }
    >
      <div
        class="compose"
        classList={{ 'is-dragging': isDragging(), 'is-here': isHere(), 'has-focus': hasFocus() }}
        ref={(element) => {
          box = element;
          watchFocus(element);
        }}
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
          takeData(event, field, { takeFiles });
        }}
      >
        <Show when={topicTarget()}>
          {(place) => (
            <TopicRecipients
              target={place()}
              onChange={retarget}
              onDirect={() => {
                retarget(toNobody);
                queueMicrotask(focusFirst);
              }}
              onDone={() => field?.focus()}
            />
          )}
        </Show>
        <Show when={directTarget()}>
          {(place) => (
            <DirectRecipients
              userIds={place().userIds}
              onChange={(userIds) => retarget({ kind: 'direct', userIds })}
              onChannel={(channelId) => {
                retarget({ kind: 'topic', channelId, topic: '' });
                queueMicrotask(focusFirst);
              }}
              onDone={() => field?.focus()}
            />
          )}
        </Show>
        <Warnings target={target()} text={facts()} />
        <div class="compose-field completion-anchor is-above">
          <completion.List />
          <Show
            when={preview.html() === undefined}
            fallback={<Rendered class="preview" html={preview.html() ?? ''} />}
          >
            <textarea
              ref={field}
              id="compose-message"
              rows="1"
              dir={directionOf(text())}
              aria-label={t('message')}
              aria-autocomplete="list"
              aria-controls={completion.isOpen() ? completion.listId : undefined}
              aria-activedescendant={completion.activeId()}
              // Set only for an empty field: the browser would recompute the style of a hidden placeholder for each typed key.
              placeholder={facts().isEmpty ? placeholder() : undefined}
              value={text()}
              on:input={changed}
              on:keydown={onKeyDown}
              on:keyup={() => field && setCursor(field.selectionStart)}
              onClick={() => field && setCursor(field.selectionStart)}
              onBlur={() => completion.close()}
              onPaste={(event) => takeData(event, field, { takeFiles, shorten })}
            />
          </Show>
        </div>
        <UploadList
          uploads={uploads()}
          isSendPending={isSendPending()}
          onCancel={(upload) => {
            // The message is no longer sent by itself, because the person may not want to send it without the file.
            setSendPending(false);
            upload.cancel();
          }}
        />
        <ComposeTools
          place={target}
          insert={(text) => field && insertText(field, text)}
          format={(format) => field && applyFormat(field, format)}
          attach={takeFiles}
          preview={preview}
          isBlank={facts().isBlank}
          canSend={canSend()}
          canSchedule={canSend() && !isUploading()}
          onSchedule={() => setScheduling(true)}
          onSend={send}
        />
        <Show when={isScheduling()}>
          <TimeDialog
            title={t('schedule')}
            onChoose={(timestamp) => void schedule(timestamp)}
            onClose={() => setScheduling(false)}
          />
        </Show>
      </div>
    </Show>
  );

  function placeholder(): string {
    const place = target();
    if (place?.kind === 'topic' && place.topic !== '') {
      return t('messageTo', { place: topicName(store, place.topic) });
    }
    return t('message');
  }
}

/** Renders the button that opens the compose box, in views that mix conversations. */
function ReplyBar(props: { onOpen: () => void }) {
  return (
    <div class="compose is-closed">
      <button type="button" class="button reply-bar" onClick={() => props.onOpen()}>
        {t('newMessage')}
      </button>
    </div>
  );
}
