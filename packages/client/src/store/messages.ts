import { type MatchFacts, matches } from '../narrow/matches.ts';
import { canonicalOperator, type Narrow, narrowKey } from '../narrow/narrow.ts';
import type { Message, Reaction, Registration } from '../objects.ts';
import type { Batch } from '../observable/batch.ts';
import { ObservableMap } from '../observable/observable-map.ts';
import type { Handlers } from './handlers.ts';
import { idsOfDeletion, messageAfter } from './message-change.ts';
import { MessageList, type MessageRange } from './message-list.ts';

/** The changes during the request of a page. The content of the page may be older than these changes. */
type Flight = { readonly changed: Set<number>; readonly deleted: Set<number> };

/** A page of messages, and the range of the narrow that it contains. */
export type Page = { readonly messages: readonly Message[]; readonly from: number; readonly to: number };

/** Maximum number of messages that are kept, unless more are visible. */
const defaultMaxMessages = 20_000;

/** Known messages, and lists of them by narrow. */
export class Messages {
  /** Known messages by ID. Usually these are a small part of all messages. */
  readonly known: ObservableMap<number, Message>;
  /** IDs of starred messages, including messages that are not known. */
  readonly starred: ObservableMap<number, true>;
  /** Called with IDs of messages that lists need and the client does not know. */
  onMissing: (ids: readonly number[]) => void = () => undefined;
  /** Called when visible lists must be read again. */
  onStale: () => void = () => undefined;
  readonly #batch: Batch;
  readonly #facts: MatchFacts;
  readonly #lists = new Map<string, MessageList>();
  readonly #flights = new Set<Flight>();
  #maxId = 0;
  /** Number of messages after the last eviction. Visible messages stay, even when they are too many. */
  #trimmedTo = 0;

  constructor(batch: Batch, facts: MatchFacts) {
    this.#batch = batch;
    this.#facts = facts;
    this.known = new ObservableMap(batch);
    this.starred = new ObservableMap(batch);
  }

  /** ID of the newest message that the client received. */
  get maxId(): number {
    return this.#maxId;
  }

  /** The lists that exist at this time. */
  get lists(): readonly MessageList[] {
    return [...this.#lists.values()];
  }

  load(initial: Registration): void {
    this.starred.replaceAll((initial.starred_messages ?? []).map((id) => [id, true]));
    this.#maxId = initial.max_message_id ?? 0;
    // Pages that are being requested may be outdated, too.
    this.#flights.clear();
    for (const list of this.lists) this.#makeStale(list);
    this.#dropUnlisted();
  }

  /** Returns the lists that must be read again. */
  get staleLists(): readonly MessageList[] {
    return this.lists.filter((list) => list.isStale);
  }

  /** Marks the lists of a channel as stale, because the user sees other messages there than before. */
  makeChannelStale(channelId: number): void {
    const concerns = ({ narrow }: MessageList) =>
      narrow.some((term) => canonicalOperator(term.operator) === 'channel' && term.operand === channelId);
    const lists = this.lists.filter(concerns);
    for (const list of lists) this.#makeStale(list);
    if (lists.some((list) => list.isStale)) this.onStale();
  }

  /** Removes the messages of a channel that the user may no longer read. */
  removeChannel(channelId: number): void {
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

  /** Records changes until `receive`. Call it before a page is requested. */
  beginFlight(): Flight {
    const flight: Flight = { changed: new Set(), deleted: new Set() };
    this.#flights.add(flight);
    return flight;
  }

  /** Ends the recording without a page. */
  endFlight(flight: Flight): void {
    this.#flights.delete(flight);
  }

  /** Stores a page: in its list, or only its messages. Rejects pages that were requested before a `load`. */
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
      for (const message of taken) this.#place(this.known.get(message.id)!);
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
      this.#set({ ...message, flags });
    },
    update_message: (event) => {
      for (const id of event.message_ids) {
        this.#change(id, (message) => messageAfter(message, event, this.#facts.channelNameOf));
      }
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

  /** When too many messages are known, evicts messages that are in no list, and lists that are not visible. */
  trim(maxMessages = defaultMaxMessages): void {
    if (this.known.size <= Math.max(maxMessages, this.#trimmedTo * 1.2)) return;
    this.#batch.run(() => {
      this.#dropUnlisted();
      const idle = this.lists.filter((list) => !list.isWatched);
      idle.sort((one, other) => other.usedAt - one.usedAt);
      while (this.known.size > maxMessages * 0.8 && idle.length > 0) {
        this.#lists.delete(idle.pop()!.key);
        this.#dropUnlisted();
      }
    });
    this.#trimmedTo = this.known.size;
  }

  /** A list that is not visible is evicted instead of being marked. */
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

  /** Requests a message that was not known and may now belong to the known range of a list. */
  #askForMissing(id: number): void {
    const isWanted = this.lists.some((list) => list.rangeAt(id) !== undefined);
    if (isWanted) this.onMissing([id]);
  }

  /** Adds a message to every list to which it belongs, and removes it from all others. */
  #place(message: Message): void {
    for (const list of this.#lists.values()) this.#placeIn(list, message);
  }

  #placeIn(list: MessageList, message: Message): void {
    const belongs = matches(message, list.narrow, this.#facts);
    if (belongs === true) list.insert(message.id);
    else if (belongs === false) list.remove(message.id);
  }
}
