import type { ChannelId, MessageId } from '../ids.ts';
import { type MatchFacts, matches } from '../narrow/matches.ts';
import { canonicalOperator, type Narrow, narrowKey } from '../narrow/narrow.ts';
import type { Message, Reaction, Registration } from '../objects.ts';
import type { Batch } from '../observable/batch.ts';
import { ObservableMap } from '../observable/observable-map.ts';
import type { Place } from '../place.ts';
import type { Handlers } from './handlers.ts';
import { idsOfDeletion, isNewerThan, messageAfter, wholeMoveOf } from './message-change.ts';
import { MessageList, type MessageRange } from './message-list.ts';

/** IDs of messages that changed or were deleted during a request. The answer may be older than these changes. */
type Flight = { readonly changed: Set<number>; readonly deleted: Set<number> };

/** Messages of an answer, and the range of the list that they cover without gaps. */
export type Page = { readonly messages: readonly Message[]; readonly from: number; readonly to: number };

/** Maximum number of messages to keep. Visible messages are kept in any case. */
const defaultMaxMessages = 20_000;

/** Returns the narrow of a topic. */
const narrowOf = (place: Place): Narrow | undefined =>
  place.kind === 'topic'
    ? [
        { operator: 'channel', operand: place.channelId },
        { operator: 'topic', operand: place.topic },
      ]
    : undefined;

/** The known messages, and lists of message IDs by narrow (message filter). */
export class Messages {
  /** The known messages by ID, usually a small part of all messages. */
  readonly known: ObservableMap<MessageId, Message>;
  /** IDs of all starred messages, including messages that are not loaded. */
  readonly starred: ObservableMap<MessageId, true>;
  /** Called with the IDs of messages that must be loaded, because they may belong to lists or are outdated. */
  onMissing: (ids: readonly MessageId[]) => void = () => undefined;
  /** Called when visible lists must be reloaded. */
  onStale: () => void = () => undefined;
  readonly #batch: Batch;
  readonly #facts: MatchFacts;
  readonly #lists = new Map<string, MessageList>();
  readonly #flights = new Set<Flight>();
  #maxId = 0;
  /** Number of messages that remained after the last eviction. It may exceed the maximum, because visible messages are kept. */
  #trimmedTo = 0;

  constructor(batch: Batch, facts: MatchFacts) {
    this.#batch = batch;
    this.#facts = facts;
    this.known = new ObservableMap(batch);
    this.starred = new ObservableMap(batch);
  }

  /** ID of the newest message, according to the registration and the events since. */
  get maxId(): number {
    return this.#maxId;
  }

  /** All lists that currently exist. */
  get lists(): readonly MessageList[] {
    return [...this.#lists.values()];
  }

  load(initial: Registration): void {
    this.starred.replaceAll((initial.starred_messages ?? []).map((id) => [id, true]));
    this.#maxId = initial.max_message_id ?? 0;
    // Answers of requests that are still running may be outdated too.
    this.#flights.clear();
    for (const list of this.lists) this.#makeStale(list);
    this.#dropUnlisted();
  }

  /** Returns the lists that must be reloaded. */
  get staleLists(): readonly MessageList[] {
    return this.lists.filter((list) => list.isStale);
  }

  /**
   * Marks the lists of a channel as stale, because which of its messages the user sees may have changed.
   * @param kind operand of `is:` that the lists must have; without it all lists of the channel are stale
   */
  makeChannelStale(channelId: ChannelId, kind?: string): void {
    const concerns = ({ narrow }: MessageList) =>
      narrow.some((term) => canonicalOperator(term.operator) === 'channel' && term.operand === channelId) &&
      (kind === undefined || narrow.some((term) => term.operator === 'is' && term.operand === kind));
    const lists = this.lists.filter(concerns);
    for (const list of lists) this.#makeStale(list);
    if (lists.some((list) => list.isStale)) this.onStale();
  }

  /** Removes the messages of a channel that the user may no longer read. */
  removeChannel(channelId: ChannelId): void {
    for (const message of [...this.known.values()]) {
      if (message.stream_id === channelId) this.#delete(message.id);
    }
  }

  /** Returns the list of a narrow. Equal narrows share one list. */
  list(narrow: Narrow): MessageList {
    const key = narrowKey(narrow);
    const list = this.#lists.get(key) ?? new MessageList(this.#batch, key, narrow);
    this.#lists.set(key, list);
    list.usedAt = Date.now();
    return list;
  }

  /** Returns the ID of the newest message in the list of a topic; undefined when the list is not loaded or empty. */
  newestIn(place: Place): number | undefined {
    const narrow = narrowOf(place);
    return narrow && this.#lists.get(narrowKey(narrow))?.ranges.at(-1)?.ids.at(-1);
  }

  /** Records changes until `receive` or `endFlight`. Call it before requesting messages. */
  beginFlight(): Flight {
    const flight: Flight = { changed: new Set(), deleted: new Set() };
    this.#flights.add(flight);
    return flight;
  }

  /** Ends the recording when the request has failed. */
  endFlight(flight: Flight): void {
    this.#flights.delete(flight);
  }

  /**
   * Stores the messages of an answer, and adds their range to `list` if given. In a stale list, the range replaces all others.
   * Returns false and stores nothing if `load` was called since `beginFlight`.
   */
  receive(flight: Flight, page: Page, list?: MessageList): boolean {
    if (!this.#flights.delete(flight)) return false;
    this.#batch.run(() => {
      const taken = page.messages.filter(({ id }) => !flight.deleted.has(id));
      const outdated: number[] = [];
      for (const message of taken) {
        if (!flight.changed.has(message.id)) this.known.set(message.id, message);
        else if (!this.known.has(message.id)) {
          this.known.set(message.id, message);
          outdated.push(message.id);
        }
      }
      if (list) this.#fill(list, { from: page.from, to: page.to, ids: taken.map(({ id }) => id) }, flight);
      for (const { id } of taken) {
        const message = this.known.get(id);
        if (message) this.#place(message);
      }
      if (outdated.length > 0) this.onMissing(outdated);
    });
    return true;
  }

  #fill(list: MessageList, range: MessageRange, { changed }: Flight): void {
    if (list.isStale) list.replace(range);
    else list.merge(range);
    for (const id of changed) {
      const message = this.known.get(id);
      if (message) this.#placeIn(list, message);
    }
  }

  readonly handlers = {
    message: ({ message, flags }) => {
      this.#maxId = Math.max(this.#maxId, message.id);
      // A message that was loaded before its event arrived is at least as new.
      this.#set(this.known.get(message.id) ?? { ...message, flags });
    },
    update_message: (event) => {
      const move = wholeMoveOf(event);
      if (move) this.#followMove(move.from, move.to);
      const newer: number[] = [];
      for (const id of event.message_ids) {
        const known = this.known.get(id);
        // Applied to it, the event would for a moment undo what a later event reports.
        if (known && isNewerThan(event, known)) newer.push(id);
        else this.#change(id, (message) => messageAfter(message, event, this.#facts.channelNameOf));
      }
      if (newer.length > 0) this.onMissing(newer);
    },
    delete_message: (event) => {
      for (const id of idsOfDeletion(event)) this.#delete(id);
    },
    update_message_flags: ({ op, flag, all, messages }) => {
      for (const id of all ? [...this.known.keys()] : messages) {
        if (flag === 'starred') {
          if (op === 'add') this.starred.set(id, true);
          else this.starred.delete(id);
        }
        this.#change(id, (message) => {
          const others = message.flags.filter((each) => each !== flag);
          return { ...message, flags: op === 'add' ? [...others, flag] : others };
        });
      }
    },
    reaction: ({ op, message_id, user_id, emoji_name, emoji_code, reaction_type }) => {
      this.#change(message_id, (message) => {
        const isSame = (each: Reaction) =>
          each.user_id === user_id && each.emoji_code === emoji_code && each.reaction_type === reaction_type;
        const others = message.reactions.filter((each) => !isSame(each));
        const reaction: Reaction = { user_id, emoji_name, emoji_code, reaction_type };
        return { ...message, reactions: op === 'add' ? [...others, reaction] : others };
      });
    },
    submessage: ({ submessage_id: id, message_id, msg_type, content, sender_id }) => {
      this.#change(message_id, (message) => {
        if (message.submessages.some((each) => each.id === id)) return message;
        const added = { id, message_id, msg_type, content, sender_id };
        return { ...message, submessages: [...message.submessages, added] };
      });
    },
  } satisfies Handlers;

  /**
   * If too many messages are loaded, evicts messages that belong to no list, and then the least recently used lists that are
   * not visible, down to 80 % of the maximum.
   */
  trim(maxMessages = defaultMaxMessages): void {
    if (this.known.size <= Math.max(maxMessages, this.#trimmedTo * 1.2)) return;
    this.#batch.run(() => {
      this.#dropUnlisted();
      const idle = this.lists.filter((list) => !list.isWatched);
      idle.sort((one, other) => other.usedAt - one.usedAt);
      while (this.known.size > maxMessages * 0.8) {
        const list = idle.pop();
        if (!list) break;
        this.#lists.delete(list.key);
        this.#dropUnlisted();
      }
    });
    this.#trimmedTo = this.known.size;
  }

  /**
   * Makes the visible list of a topic that moves as a whole the list of its new place, so that its reader sees the same messages
   * without a gap. It is loaded again, because the new place may have had messages before.
   */
  #followMove(from: Place, to: Place): void {
    const [before, narrow] = [narrowOf(from), narrowOf(to)];
    if (!before || !narrow) return;
    const isKnown = to.kind === 'topic' && this.#facts.channelNameOf(to.channelId) !== undefined;
    if (!isKnown) return;
    const list = this.#lists.get(narrowKey(before));
    const key = narrowKey(narrow);
    if (!list?.isWatched || this.#lists.get(key)?.isWatched) return;
    this.#lists.delete(list.key);
    Object.assign(list, { key, narrow, isStale: true });
    this.#lists.set(key, list);
    this.onStale();
  }

  /** Marks a visible list as stale. Deletes a list that is not visible. */
  #makeStale(list: MessageList): void {
    if (list.isWatched) list.isStale = true;
    else this.#lists.delete(list.key);
  }

  #dropUnlisted(): void {
    const listed = new Set<number>();
    for (const { ranges } of this.#lists.values()) {
      for (const { ids } of ranges) for (const id of ids) listed.add(id);
    }
    for (const id of [...this.known.keys()]) if (!listed.has(id)) this.known.delete(id);
  }

  #set(message: Message): void {
    for (const { changed } of this.#flights) changed.add(message.id);
    this.known.set(message.id, message);
    this.#place(message);
  }

  #change(id: number, change: (message: Message) => Message): void {
    for (const { changed } of this.#flights) changed.add(id);
    const message = this.known.get(id);
    if (message) this.#set(change(message));
    else this.#askForMissing(id);
  }

  #delete(id: number): void {
    for (const { deleted } of this.#flights) deleted.add(id);
    this.known.delete(id);
    this.starred.delete(id);
    for (const list of this.#lists.values()) list.remove(id);
  }

  /** Requests a message that is not loaded, if its ID falls into a known range of a list to which it may now belong. */
  #askForMissing(id: number): void {
    const isWanted = this.lists.some((list) => list.rangeAt(id) !== undefined);
    if (isWanted) this.onMissing([id]);
  }

  /**
   * Adds a message to every list that it matches, and removes it from lists that it does not match. Leaves lists unchanged whose
   * narrow only the server can apply.
   */
  #place(message: Message): void {
    for (const list of this.#lists.values()) this.#placeIn(list, message);
  }

  #placeIn(list: MessageList, message: Message): void {
    const belongs = matches(message, list.narrow, this.#facts);
    if (belongs === true) list.insert(message.id);
    else if (belongs === false) list.remove(message.id);
  }
}
