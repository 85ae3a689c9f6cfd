/** Connects a list of messages: what the store has of it, what is rendered, and where the reader is. */
import {
  type MessageList as Known,
  type MessageRange,
  type Narrow,
  type OutgoingMessage,
  type Place,
  type PlaceKey,
  placeKey,
} from '@parley/client';
import {
  type Accessor,
  batch,
  createComputed,
  createEffect,
  createMemo,
  createSignal,
  on,
  onCleanup,
  untrack,
} from 'solid-js';
import { t } from '../i18n/index.ts';
import { whenIdle } from '../lib/timing/idle.ts';
import { isLookedAt } from '../lib/window/looked-at.ts';
import { previewOf } from '../model/loading/first-messages.ts';
import { fastPageSize, pageSize } from '../model/loading/page-size.ts';
import type { ListPosition, ScrollPositions } from '../model/navigation/scroll-positions.ts';
import { startAnchorOf } from '../model/navigation/start-anchor.ts';
import type { Parley } from '../model/parley.tsx';
import { part } from '../model/parts.ts';
import { useDerived } from '../model/reactive.ts';
import { useSetting } from '../model/settings.ts';
import { channelOfNarrow, placeOfNarrow } from '../router/router.ts';
import { announceMessage } from './reading/announce.tsx';
import { marksByReading } from './reading/mark-read-policy.ts';
import { ReadingPosition } from './reading/reading-position.ts';
import { RowHeights } from './row-window/row-heights.ts';
import { createRowWindow, type RowWindow, UsualSizes } from './row-window/row-window.ts';
import { type Row, RowMaker } from './rows.ts';
import type { Selection } from './selection.ts';

/**
 * Distance from either end of the list, in pixels, below which more messages are requested. For a fast scroll, the distance
 * grows to what the reader covers in `requestAheadMs` milliseconds, at most `maxNearPx`.
 */
const nearEndPx = 900;
const requestAheadMs = 1_000;
const maxNearPx = 12_000;
/** Height at the lower edge that the button to the newest message may cover, also while somebody types, in pixels. */
const floatingPx = 80;
const markReadAfterMs = 400;
/** Time for which a linked message glows. */
const glowMs = 2_400;

/** Heights of rows do not depend on the list, so all lists of a client learn together. */
const sizesOf = part(() => ({ rows: new RowHeights(), usual: new UsualSizes() }));

export type ListViewProps = {
  readonly narrow: Narrow;
  readonly near?: number | undefined;
  readonly isShown: boolean;
  readonly onSelection?: (selection: Selection) => void;
};

/** The state of a list on view. Create it inside a component. */
export class ListView {
  readonly rows: Accessor<readonly Row[]>;
  readonly window: RowWindow<Row>;
  readonly ids: Accessor<readonly number[]>;
  /** Whether messages are being requested for an empty list. */
  readonly isLoading: Accessor<boolean>;
  readonly failure: Accessor<unknown>;
  readonly lineId: Accessor<number | undefined>;
  readonly linkedId: Accessor<number | undefined>;
  readonly isAtEnd: Accessor<boolean>;
  readonly missed: Accessor<number>;
  readonly isUnreadAbove: Accessor<boolean>;
  scroller: HTMLDivElement | undefined;
  readonly #parley: Parley;
  readonly #props: ListViewProps;
  readonly #list: Known;
  readonly #startAnchor: ReturnType<typeof startAnchorOf>;
  readonly #ranges: Accessor<readonly MessageRange[]>;
  readonly #range: Accessor<MessageRange | undefined>;
  readonly #outgoing: Accessor<readonly OutgoingMessage[]>;
  readonly #reading: ReadingPosition;
  readonly #policy: Accessor<number | undefined>;
  readonly #setAnchor: (id: number | undefined) => void;
  readonly #setLoading: (isLoading: boolean) => void;
  readonly #setFailure: (error: unknown) => void;
  #positions: ReturnType<ScrollPositions['ofList']>;
  #selection: Selection | undefined;
  #withdraw = () => {};
  #isReading = false;
  #readTimer: ReturnType<typeof setTimeout> | undefined;
  #glowTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(parley: Parley, props: ListViewProps) {
    const { store, connection } = parley;
    this.#parley = parley;
    this.#props = props;
    this.#list = connection.history.list(props.narrow);
    this.#positions = untrack(() => parley.positions.ofList());
    this.#startAnchor = startAnchorOf(props.narrow);
    const [anchor, setAnchor] = createSignal<number | undefined>();
    const [isLoading, setLoading] = createSignal(false);
    const [failure, setFailure] = createSignal<unknown>();
    const [reads, readingChanged] = createSignal(undefined, { equals: false });
    [this.isLoading, this.failure] = [isLoading, failure];
    this.#setAnchor = (id) => void setAnchor(id);
    this.#setLoading = (loads) => void setLoading(loads);
    this.#setFailure = (error) => void setFailure(() => error);
    this.#ranges = this.#watchRanges();
    // The messages around the reader's position.
    this.#range = createMemo(() => {
      this.#ranges();
      const at = anchor();
      return (at === undefined ? undefined : this.#list.rangeAt(at)) ?? this.#list.newestRange;
    });
    this.ids = () => this.#range()?.ids ?? [];
    this.#outgoing = useDerived([store.outbox.messages], () => {
      const place = this.#place;
      return place === undefined ? [] : store.outbox.to(placeKey(place));
    });
    const reading = new ReadingPosition(this.#messages(), () => readingChanged(undefined));
    this.#reading = reading;
    const of = <T>(read: () => T) =>
      createMemo(() => {
        reads();
        return read();
      });
    this.lineId = of(() => reading.lineId);
    this.linkedId = of(() => reading.linkedId);
    this.isAtEnd = of(() => reading.isAtEnd);
    this.missed = of(() => reading.missed);
    this.isUnreadAbove = of(() => reading.isUnreadAbove);
    this.rows = this.#makeRows();
    this.window = this.#createWindow();
    this.#policy = useSetting<number>('web_mark_read_on_scroll_policy');
    this.#followVisits();
    this.#followMoves();
    this.#followReloads();
    this.#followArrivals();
    this.#followMarks();
    onCleanup(() => this.#dispose());
  }

  /** The conversation of the list. It changes when its topic moves. */
  get #place(): Place | undefined {
    return placeOfNarrow(this.#props.narrow, this.#parley.store.people.selfId);
  }

  /** Says which selection belongs to the list. */
  use(selection: Selection): void {
    this.#selection = selection;
    selection.toEnd = () => this.toEnd();
  }

  #messages() {
    const { store } = this.#parley;
    // Uses the flags of messages, because the unread messages of the registration (the initial data) may not be loaded yet.
    return {
      ids: () => untrack(this.ids),
      isOwn: (id: number) => store.messages.known.get(id)?.sender_id === store.people.selfId,
      isUnread: (id: number) => store.messages.known.get(id)?.flags.includes('read') === false,
    };
  }

  #watchRanges(): Accessor<readonly MessageRange[]> {
    const list = this.#list;
    // A hidden list does not observe its messages: the store may evict them, and new messages cause no work here.
    const [ranges, setRanges] = createSignal<readonly MessageRange[]>(list.ranges);
    createComputed(() => {
      if (!this.#props.isShown) return;
      setRanges(list.ranges);
      onCleanup(list.watch(() => setRanges(list.ranges)));
    });
    return ranges;
  }

  #makeRows(): Accessor<readonly Row[]> {
    const { store } = this.#parley;
    /** Whether the oldest message of the list begins a conversation or channel. Search results have no such beginning. */
    const hasBeginning = () => {
      const { narrow } = this.#props;
      return this.#place !== undefined || (narrow.length === 1 && channelOfNarrow(narrow) !== undefined);
    };
    const maker = new RowMaker();
    return createMemo<readonly Row[]>(() => {
      const present = this.#range();
      const ids = present?.ids ?? [];
      return maker.rows({
        ids,
        message: (id) => store.messages.known.get(id),
        outgoing: present === undefined || present.to === Number.POSITIVE_INFINITY ? this.#outgoing() : [],
        selfId: store.people.selfId,
        isMixed: this.#place === undefined,
        firstUnreadId: this.lineId(),
        hasBeginning: hasBeginning() && present?.from === 0 && ids.length > 0,
      });
    });
  }

  #createWindow(): RowWindow<Row> {
    const messageOf = (row: Row) =>
      row.kind === 'message' ? this.#parley.store.messages.known.get(row.id) : undefined;
    const { rows: rowHeights, usual } = sizesOf(this.#parley);
    return createRowWindow<Row>({
      rows: this.rows,
      usual,
      scroller: () => this.scroller,
      isShown: () => this.#props.isShown,
      estimate: (row) => rowHeights.estimate(row, messageOf(row)),
      onMeasured: (row, height) => rowHeights.learn(row, messageOf(row), height),
      onWidth: (width) => rowHeights.setWidth(width),
      onMoved: () => this.#onMoved(),
      onLost: () => {
        const { position } = this.#reading;
        if (position) this.#returnTo(position);
        else this.window.showEnd();
      },
    });
  }

  /** Whether the shown range is known and contains no messages. */
  #isKnownEmpty(): boolean {
    return this.#range()?.ids.length === 0;
  }

  /** Whether it is known which messages the list has. */
  isReady(): boolean {
    return this.#range() !== undefined;
  }

  #indexOfMessage(id: number): number {
    return this.rows().findIndex((row) => row.kind === 'message' && row.id === id);
  }

  /** Returns the index of a message, or of the next one if the list lacks it. */
  #indexFrom(id: number): number {
    return this.rows().findIndex((row) => row.kind === 'message' && row.id >= id);
  }

  /** Returns the index of the first row of the message at `index`: the date, recipients or unread line above it, or itself. */
  #headOf(index: number): number {
    let head = index;
    while (head > 0 && this.rows()[head - 1]!.kind !== 'message') head--;
    return head;
  }

  /** Scrolls as little as needed to show a message. */
  reveal(id: number): void {
    const index = this.#indexOfMessage(id);
    if (index >= 0) this.window.show(index, 'nearest', floatingPx);
  }

  /** Whether the list has messages of several conversations. */
  get isMixed(): boolean {
    return this.#place === undefined;
  }

  /** Scrolls to a saved position. If its message was deleted, scrolls to the next message. */
  #returnTo({ messageId, offset }: ListPosition): void {
    const index = this.#indexFrom(messageId);
    if (index >= 0) this.window.show(index, 'start', -offset);
  }

  /** Runs `act` before the next frame, when pending changes are in the document. Skips it if the list was hidden since. */
  #soon(act: () => void): void {
    const isSame = this.#reading.visit();
    queueMicrotask(() => {
      if (isSame() && this.#props.isShown) act();
    });
  }

  /** Shows the start position when the first rows exist. */
  #settle(): void {
    if (this.#reading.isPlaced || !this.#props.isShown) return;
    const start = this.#reading.settle(this.#startAnchor === 'first_unread');
    if (!start) {
      if (this.rows().length > 0) this.window.showEnd();
      return;
    }
    switch (start.kind) {
      case 'position':
        this.#returnTo(start.position);
        break;
      case 'end':
        this.window.showEnd();
        break;
      case 'linked':
        this.window.show(this.#headOf(this.#indexFrom(start.messageId)), 'center');
        break;
      case 'unread':
        this.#showLine(start.messageId);
    }
    const { linkedId } = this.#reading;
    if (linkedId !== undefined) this.#glow(linkedId);
    this.#onMoved();
  }

  /** Selects the message to which the address led, and lets it glow for a short time. */
  #glow(linkedId: number): void {
    this.#selection?.select(linkedId);
    clearTimeout(this.#glowTimer);
    this.#glowTimer = setTimeout(() => this.#reading.forgetLink(), glowMs);
  }

  /** Shows the unread line a quarter down, below the messages that were read before. */
  #showLine(firstUnreadId: number): void {
    const index = this.#indexOfMessage(firstUnreadId);
    if (index >= 0) this.window.show(this.#headOf(index), 'quarter');
  }

  /** Requests the messages around the start position, and shows it. */
  async load(): Promise<void> {
    const isSame = this.#reading.visit();
    this.#setFailure(undefined);
    this.#setLoading(true);
    try {
      const at = await this.#parley.connection.history.load(this.#list, {
        anchor: this.#reading.beginId ?? (this.#reading.isContinued ? 'newest' : this.#startAnchor),
        before: pageSize,
        after: pageSize,
      });
      if (!isSame()) return;
      this.#setAnchor(at);
      this.#settle();
    } catch (error) {
      if (isSame()) this.#setFailure(error);
    } finally {
      if (isSame()) this.#setLoading(false);
    }
  }

  /** Chooses the start position and requests missing messages, each time the reader opens the conversation. */
  #open(): void {
    this.#positions = this.#parley.positions.ofList();
    this.#reading.open({
      saved: this.#positions.before,
      near: this.#props.near,
      continued: this.#parley.positions.takeReading(this.#placeKey()),
    });
    this.#withdraw = this.#parley.positions.offerReading(() => this.#reading.reading);
    this.#selection?.clear();
    if (this.#selection) this.#props.onSelection?.(this.#selection);
    const preview = previewOf(this.#parley, this.#list);
    if (!preview) {
      this.#startAt();
      return;
    }
    this.#setLoading(true);
    const isSame = this.#reading.visit();
    void preview.then(() => {
      if (!isSame()) return;
      this.#setLoading(false);
      this.#startAt();
    });
  }

  /** Shows the start position, and requests missing messages. */
  #startAt(): void {
    const begin = this.#reading.beginId;
    // A list that was requested before the registration starts at the message that the server chose.
    this.#setAnchor(begin ?? this.#list.focusId);
    const present = this.#range();
    if (present && (begin === undefined || this.#list.contains(begin))) {
      this.#settle();
      // The list already contains the newest messages, and events keep it up to date.
      if (present.to === Number.POSITIVE_INFINITY && present.ids.length > 0) return;
    }
    void this.load();
  }

  #placeKey(): PlaceKey | undefined {
    const place = this.#place;
    return place && placeKey(place);
  }

  /** Prepares the list for being hidden. Only the visible rows stay, so that showing the list again is fast. */
  #close(): void {
    this.#withdraw();
    this.#list.focusId = undefined;
    this.#setLoading(false);
    const isSame = this.#reading.visit();
    const present = this.window.visible();
    whenIdle(() => {
      if (present && isSame()) this.window.keepOnly(present.first, present.last);
    });
  }

  #dispose(): void {
    this.#reading.close();
    this.#list.focusId = undefined;
    this.#withdraw();
    clearTimeout(this.#readTimer);
    clearTimeout(this.#glowTimer);
  }

  #followVisits(): void {
    createEffect(
      on(
        () => this.#props.isShown,
        (shown, wasShown) => {
          this.#reading.close();
          if (shown) this.#soon(() => this.#open());
          else if (wasShown) this.#close();
        },
      ),
    );
  }

  /** Notes the position under the new address, when the topic of the list moves. */
  #followMoves(): void {
    createEffect(
      on(
        () => this.#props.narrow,
        () => {
          if (!this.#props.isShown || !this.#reading.isPlaced) return;
          this.#positions = this.#parley.positions.ofList();
          this.#positions.keep(this.#reading.position);
        },
        { defer: true },
      ),
    );
  }

  /** Returns the side on which messages near the visible part are missing; undefined when none are or a request is running. */
  #missingSide(): 'before' | 'after' | undefined {
    const present = this.#range();
    if (!present || this.#isReading || !this.#reading.isPlaced) return undefined;
    const { toStart, toEnd } = this.window.distances();
    const nearPx = Math.max(nearEndPx, Math.min(maxNearPx, this.window.speed() * requestAheadMs));
    if (toStart < nearPx && present.from !== 0) return 'before';
    const isMissing = toEnd < nearPx && present.to !== Number.POSITIVE_INFINITY;
    return isMissing && present.ids.length > 0 ? 'after' : undefined;
  }

  async #readMore(side: 'before' | 'after'): Promise<void> {
    const present = this.#range();
    if (!present) return;
    const { history } = this.#parley.connection;
    this.#isReading = true;
    try {
      // Each answer renders the list again, so a reader who scrolls fast gets fewer and larger answers.
      const count = this.window.speed() * requestAheadMs > nearEndPx ? fastPageSize : pageSize;
      if (side === 'before') await history.loadBefore(this.#list, present.from, count);
      else await history.loadAfter(this.#list, present.to, count);
    } catch (error) {
      this.#parley.toasts.showFailure(t('moreNotLoaded'), error);
    } finally {
      this.#isReading = false;
    }
  }

  #onMoved(): void {
    if (!this.#props.isShown) return;
    // Reads all measurements before any change, so that the browser computes the layout once.
    const present = this.window.visible();
    const needed = this.#missingSide();
    const isAtEnd = this.#range()?.to === Number.POSITIVE_INFINITY && this.window.isAtEnd();
    batch(() => {
      if (!present && this.#reading.isPlaced) return;
      this.#reading.look(present && this.#topOfView(present.first), isAtEnd);
      if (this.#reading.isPlaced && present) this.#savePosition();
    });
    if (needed) void this.#readMore(needed);
    this.#scheduleRead();
  }

  /** Returns the first message at or below a visible row, with its distance from the upper edge. */
  #topOfView(firstVisible: number): ListPosition | undefined {
    const all = this.rows();
    let index = firstVisible;
    while (index < all.length && all[index]!.kind !== 'message') index++;
    const row = all[index];
    return row?.kind === 'message' ? { messageId: row.id, offset: this.window.offsetOf(index) } : undefined;
  }

  /** Saves the message at the upper edge as the position for going back and for reloads. */
  #savePosition(): void {
    const { position } = this.#reading;
    this.#positions.keep(position);
    this.#list.focusId = position?.messageId;
    this.#setAnchor(position?.messageId);
  }

  /** Keeps the reader's position when the list is reloaded. */
  #followReloads(): void {
    createEffect(
      on(
        () => [this.#ranges(), this.#list.generation] as const,
        ([, generation], before) => {
          if (before === undefined || generation === before[1] || !this.#reading.isPlaced) return;
          const { position } = this.#reading;
          if (position && !this.#list.rangeAt(position.messageId)) void this.#loadAround(position);
          else this.#soon(() => (position ? this.#returnTo(position) : this.window.showEnd()));
        },
      ),
    );
  }

  /** Requests the messages around the reader's position, because the reloaded list no longer contains them. */
  async #loadAround(position: ListPosition): Promise<void> {
    const isSame = this.#reading.visit();
    this.#reading.reloadAround(position);
    await this.load();
    if (isSame()) this.#soon(() => this.#returnTo(position));
  }

  /** Shows the end when the person sends a message. Announces messages that arrive, and counts them unless the end is visible. */
  #followArrivals(): void {
    createEffect(
      on(
        () =>
          [this.ids().at(-1), this.#outgoing().length, this.#props.isShown, this.#isKnownEmpty()] as const,
        ([last, waiting, shown], before) => {
          if (!shown) return;
          if (before?.[2] && before[3] && last !== undefined) announceMessage(this.#parley, last);
          if (!this.#reading.isPlaced) return this.#soon(() => this.#settle());
          // Screen readers do not announce messages that arrived while the list was hidden.
          if (before?.[2]) this.#onArrival(last, before[0], waiting > before[1]);
        },
      ),
    );
  }

  /** Handles a change of the newest message, or a message that the person has sent. */
  #onArrival(last: number | undefined, lastBefore: number | undefined, isSent: boolean): void {
    if (isSent) this.#soon(() => this.window.showEnd());
    if (last !== undefined && lastBefore !== undefined && last > lastBefore) {
      const ids = this.ids();
      this.#reading.arrive(ids.slice(ids.findLastIndex((id) => id <= lastBefore) + 1), isLookedAt());
      announceMessage(this.#parley, last);
    }
    this.#scheduleRead();
  }

  /** Follows what is marked as unread, on this device and on others. Marks what is seen as read when the window gets the focus. */
  #followMarks(): void {
    const stop = this.#parley.connection.onEvent((event) => {
      const isMark = event.type === 'update_message_flags' && event.op === 'remove' && event.flag === 'read';
      if (isMark && this.#props.isShown) this.#reading.markUnread(event.messages);
    });
    const onFocus = () => {
      if (this.#props.isShown) this.#scheduleRead();
    };
    addEventListener('focus', onFocus);
    onCleanup(() => {
      stop();
      removeEventListener('focus', onFocus);
    });
  }

  #scheduleRead(): void {
    this.#readTimer ??= setTimeout(() => {
      this.#readTimer = undefined;
      this.#markVisible();
    }, markReadAfterMs);
  }

  /** Marks visible messages as read if the person's setting permits that. */
  #markVisible(): void {
    if (!marksByReading(this.#policy(), this.#place !== undefined)) return;
    const isRead = this.#props.isShown && this.#reading.isPlaced;
    if (!isRead || document.visibilityState !== 'visible' || !document.hasFocus()) return;
    const present = this.window.visible();
    if (!present) return;
    const onView = this.rows().slice(present.first, present.last + 1);
    const messages = this.#reading.toMarkRead(
      onView.flatMap((row) => (row.kind === 'message' ? [row.id] : [])),
    );
    if (messages.length === 0) return;
    // Shows no error on failure, because the next scroll retries.
    const marked = this.#parley.client.call('update-message-flags', { messages, op: 'add', flag: 'read' });
    void marked.catch(() => undefined);
  }

  /** Goes to the newest message. */
  toEnd(): void {
    this.#reading.toEnd();
    if (this.#range()?.to === Number.POSITIVE_INFINITY) {
      this.window.showEnd();
      return;
    }
    this.#setAnchor(undefined);
    void this.#parley.connection.history
      .load(this.#list, { anchor: 'newest', before: pageSize })
      .then(() => this.#soon(() => this.window.showEnd()))
      .catch((error) => this.#parley.toasts.showFailure(t('moreNotLoaded'), error));
  }

  toFirstUnread(): void {
    const line = this.#reading.lineId;
    if (line !== undefined) this.#showLine(line);
  }
}
