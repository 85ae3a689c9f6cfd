/**
 * Where a reader is in a list of messages, which messages the reader has missed, and where the line stands that separates unread
 * messages. It knows neither the document nor the server: the list tells it what happens, and asks where to scroll.
 */
import type { MessageId } from '@parley/client';
import type { ListPosition, Reading } from '../../model/navigation/scroll-positions.ts';

/** Where a list begins when it is opened. */
export type Start =
  | { readonly kind: 'end' }
  /** At a position where the reader was before. */
  | { readonly kind: 'position'; readonly position: ListPosition }
  /** At the message of the address, or the next one. */
  | { readonly kind: 'linked'; readonly messageId: MessageId }
  /** At the line above the first unread message. */
  | { readonly kind: 'unread'; readonly messageId: MessageId };

export type Opening = {
  /** Position that was saved for this entry of the browser's history. */
  readonly saved: ListPosition | undefined;
  /** Message of the address. */
  readonly near: number | undefined;
  /** Where the reader was in the list that this one continues, because its topic moved. */
  readonly continued: Reading | undefined;
};

/** What the list knows about its messages. */
export type Messages = {
  /** IDs of the messages of the list, in order. */
  ids(): readonly number[];
  isOwn(id: number): boolean;
  isUnread(id: number): boolean;
};

export class ReadingPosition {
  readonly #messages: Messages;
  readonly #changed: () => void;
  #opening: Opening | undefined;
  /** Message around which the list is loaded again, because a reload has lost the reader's position. */
  #reloadId: number | undefined;
  #visit = 0;
  #isPlaced = false;
  #position: ListPosition | undefined;
  #isAtEnd = true;
  #missed = 0;
  #lineId: number | undefined;
  #isUnreadAbove = false;
  #linkedId: number | undefined;
  /** Messages that somebody marked as unread during this visit. They are not marked as read although they are on view. */
  #keptUnread = new Set<number>();

  /** @param changed called after each change of what the list shows */
  constructor(messages: Messages, changed: () => void) {
    this.#messages = messages;
    this.#changed = changed;
  }

  /** Whether a start position was chosen. */
  get isPlaced(): boolean {
    return this.#isPlaced;
  }
  /** The message at the upper edge; undefined at the end of the list. */
  get position(): ListPosition | undefined {
    return this.#position;
  }
  /** Whether the end of the list is on view. */
  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }
  /** Number of messages that arrived below the visible part. */
  get missed(): number {
    return this.#missed;
  }
  /** ID of the message below the line that separates unread messages. */
  get lineId(): number | undefined {
    return this.#lineId;
  }
  /** Whether the message below the line is above the visible part, and still unread. */
  get isUnreadAbove(): boolean {
    return this.#isUnreadAbove;
  }
  /** ID of the message to which the address led. */
  get linkedId(): number | undefined {
    return this.#linkedId;
  }
  /** ID of the message around which to load the list; undefined for where the list begins by itself. */
  get beginId(): number | undefined {
    if (this.#reloadId !== undefined) return this.#reloadId;
    const { continued, saved, near } = this.#opening ?? {};
    return continued ? continued.position?.messageId : (saved?.messageId ?? near);
  }
  /** Whether the list continues another one. Then it begins where that one was: at the end, without `beginId`. */
  get isContinued(): boolean {
    return this.#opening?.continued !== undefined;
  }
  /** Where the reader is, for a list that continues this one. */
  get reading(): Reading {
    return { position: this.#position, firstUnreadId: this.#lineId };
  }

  /** Begins a visit: the reader opens the list. */
  open(opening: Opening): void {
    this.#opening = opening;
    this.#reloadId = undefined;
    this.#isPlaced = false;
    this.#position = undefined;
    this.#missed = 0;
    this.#isUnreadAbove = false;
    this.#linkedId = undefined;
    this.#keptUnread = new Set();
    this.#changed();
  }

  /** Ends the visit: the reader leaves the list, or is about to open it. */
  close(): void {
    this.#visit++;
  }

  /** Notes that the list must be loaded around the reader's position. */
  reloadAround({ messageId }: ListPosition): void {
    this.#reloadId = messageId;
  }

  /** Returns a function that tells whether the visit is still the same: answers of the server to earlier ones move nothing. */
  visit(): () => boolean {
    const own = this.#visit;
    return () => own === this.#visit;
  }

  /**
   * Chooses where the list begins, and where the line stands. Undefined if that was chosen already, or there are no messages yet.
   * @param startsAtUnread whether the list begins at its first unread message
   */
  settle(startsAtUnread: boolean): Start | undefined {
    const ids = this.#messages.ids();
    if (this.#isPlaced || !this.#opening || ids.length === 0) return undefined;
    this.#isPlaced = true;
    const { continued, saved, near } = this.#opening;
    const unread = startsAtUnread ? this.#firstUnreadOf(ids) : undefined;
    this.#lineId = continued ? continued.firstUnreadId : unread;
    const before = continued ? continued.position : saved;
    if (!before && !continued && near !== undefined && ids.includes(near)) this.#linkedId = near;
    this.#changed();
    if (before) return { kind: 'position', position: before };
    if (continued) return { kind: 'end' };
    if (near !== undefined)
      return ids.some((id) => id >= near) ? { kind: 'linked', messageId: near } : { kind: 'end' };
    return unread === undefined ? { kind: 'end' } : { kind: 'unread', messageId: unread };
  }

  /** Returns the first unread message of another person. The line is never above an own message. */
  #firstUnreadOf(ids: Iterable<number>): number | undefined {
    for (const id of ids) if (!this.#messages.isOwn(id) && this.#messages.isUnread(id)) return id;
    return undefined;
  }

  /**
   * Notes what is on view.
   * @param top the first message on view, even in part; undefined if none is
   */
  look(top: ListPosition | undefined, isAtEnd: boolean): void {
    this.#isAtEnd = isAtEnd;
    if (isAtEnd) this.#missed = 0;
    if (this.#isPlaced) {
      this.#position = isAtEnd ? undefined : top;
      const line = this.#lineId;
      const isAbove = line !== undefined && top !== undefined && top.messageId > line;
      this.#isUnreadAbove = isAbove && this.#messages.isUnread(line);
    }
    this.#changed();
  }

  /**
   * Notes messages that arrived at the end.
   * @param isLookedAt whether the window has the focus. Without it, people read with the wheel and the pointer
   */
  arrive(ids: readonly MessageId[], isLookedAt: boolean): void {
    if (!this.#isAtEnd) this.#missed += ids.filter((id) => !this.#messages.isOwn(id)).length;
    const line = this.#lineId;
    const isLineRead = line === undefined || !this.#messages.isUnread(line);
    // Nobody sees what arrives below the view. A line that may be on view stays, because the reader looks at it.
    const top = this.#position?.messageId;
    const isOutOfSight = top !== undefined && (line === undefined || line < top);
    if (isLineRead && (!isLookedAt || isOutOfSight)) this.#lineId = this.#firstUnreadOf(ids) ?? line;
    this.#changed();
  }

  /** Notes that somebody, on this device or another, has marked messages as unread. The line moves above the first one. */
  markUnread(marked: readonly number[]): void {
    const ofList = new Set(this.#messages.ids());
    const here = marked.filter((id) => ofList.has(id)).sort((one, other) => one - other);
    if (here.length === 0) return;
    for (const id of here) this.#keptUnread.add(id);
    const first = here.find((id) => !this.#messages.isOwn(id));
    const line = this.#lineId;
    const isLineEarlier = line !== undefined && first !== undefined && line < first;
    // Many messages are marked in several steps.
    if (this.#isPlaced && !(isLineEarlier && this.#messages.isUnread(line))) this.#lineId = first ?? line;
    this.#changed();
  }

  /** Notes that the reader has moved to the end. */
  toEnd(): void {
    this.#missed = 0;
    this.#changed();
  }

  /** Notes that the reader has seen the linked message. */
  forgetLink(): void {
    this.#linkedId = undefined;
    this.#changed();
  }

  /** Returns which of the messages on view are to be marked as read. */
  toMarkRead(onView: readonly number[]): number[] {
    return onView.filter((id) => this.#messages.isUnread(id) && !this.#keptUnread.has(id));
  }
}
