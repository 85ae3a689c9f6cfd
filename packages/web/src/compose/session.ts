/**
 * The compose session: what one compose box writes, to whom, and what becomes of it. Typing, events of drafts, uploads, moved topics
 * and sending happen beside one another; this class decides what each of them does to the text. It knows no DOM.
 */
import { type ChannelId, type Place, placeKey } from '@parley/client';
import type { DraftKeeper } from '../model/drafts/draft-keeper.ts';

export type SessionState = {
  /** Where the message goes. Undefined as long as nobody has opened the box. */
  readonly target: Place | undefined;
  readonly isOpen: boolean;
  readonly text: string;
  /** Whether the message is sent as soon as its files are uploaded. */
  readonly isSendPending: boolean;
};

/** What the window shows around the box: a topic or direct conversation, or only a channel. */
export type ComposeView = { readonly place: Place | undefined; readonly channelId: ChannelId | undefined };

export type SessionPorts = {
  readonly drafts: DraftKeeper;
  readonly uploads: {
    /** Whether files of the message for this place are being uploaded. */
    isUploading(place: Place | undefined): boolean;
    /** Whether files of the message wait for the person: their upload has failed. */
    hasFailed(place: Place | undefined): boolean;
    /** Assigns the files of the box to the draft of a place, because the box leaves it. */
    leave(place: Place | undefined): void;
  };
  readonly typing: { typed(place: Place): void; stop(): void };
  /** Whether messages can be sent to a place: whether its people, or the topic that its channel requires, are chosen. */
  isAddressed(place: Place): boolean;
  /** Whether the server would accept this text for this place. A blank text is acceptable if only files are missing. */
  maySend(place: Place, text: string): boolean;
  /** Whether nobody has written in a topic yet, as far as it is known. */
  isNewTopic(place: Place & { kind: 'topic' }): boolean;
  /** Sends a message by the outbox, or runs the command that its text is. Then shows its conversation if the view is another one. */
  send(place: Place, text: string): void;
  /** Schedules a message. Resolves to whether that succeeded. */
  schedule(place: Place, text: string, timestamp: number): Promise<boolean>;
  /** Deletes the stored draft of a place that the box does not show. */
  forgetDraft(place: Place): void;
};

/** What a request to send did: sent the text, waits for files, or did nothing because something is missing. */
export type SendOutcome = 'sent' | 'waits' | 'refused';

/** A direct conversation whose people have yet to be chosen. A text for it is a draft without recipients. */
export const toNobody: Place = { kind: 'direct', userIds: [] };

const isSame = (one: Place | undefined, other: Place | undefined): boolean =>
  one === undefined || other === undefined ? one === other : placeKey(one) === placeKey(other);

const startOf = ({ place, channelId }: ComposeView): Place | undefined =>
  place ?? (channelId === undefined ? undefined : { kind: 'topic', channelId, topic: '' });

/** Joins a draft and a text that was typed while the draft was loading. */
const joined = (draft: string, since: string): string =>
  `${draft}${since.includes('\n') && !draft.endsWith('\n') ? '\n' : ''}${since}`;

export class ComposeSession {
  readonly #ports: SessionPorts;
  readonly #listeners = new Set<() => void>();
  #view: ComposeView;
  #state: SessionState;
  /** Whether the text was changed since it was loaded or saved. */
  #isChanged = false;
  /** The draft that the server last had. While the box shows exactly this text, changes from another device replace it. */
  #draftBefore: { readonly id: number | undefined; readonly content: string } = {
    id: undefined,
    content: '',
  };
  /** Number of the last restoring of a draft. Earlier ones that still wait for their draft no longer count. */
  #restoring = 0;
  /** Number of texts that were sent or scheduled. */
  #emptied = 0;

  constructor(ports: SessionPorts, view: ComposeView) {
    this.#ports = ports;
    this.#view = view;
    this.#state = { target: startOf(view), isOpen: view.place !== undefined, text: '', isSendPending: false };
    this.#noteDraft();
  }

  get(): SessionState {
    return this.#state;
  }

  /** Calls the listener after each change. Returns a function that ends this. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Whether the text of the open box is addressed to this place. */
  writesTo(place: Place): boolean {
    return this.#state.isOpen && isSame(this.#state.target, place);
  }

  /** Whether the message goes to the place that the window shows. */
  isHere(): boolean {
    return this.#view.place !== undefined && isSame(this.#state.target, this.#view.place);
  }

  /** Loads the draft of the place in view, when the box is shown first. */
  begin(): Promise<void> {
    return this.#view.place ? this.#restore(this.#view.place) : Promise.resolve();
  }

  /** Closes the box in views that show no single conversation. Its text stays. */
  close(): void {
    if (this.#view.place === undefined) this.#set({ isOpen: false });
  }

  /** Opens the box for a place that another part of the client asks for; undefined keeps the recipients. */
  ask(place: Place | undefined): Promise<void> {
    const asked = place ?? (this.#state.target ? undefined : toNobody);
    if (!asked) {
      this.#set({ isOpen: true });
      return Promise.resolve();
    }
    const isNew = !this.#isEmptied(asked);
    // What waits for its files was meant for the place to which it was to be sent. It stays there as a draft.
    if (this.#state.isSendPending && !isSame(asked, this.#state.target)) {
      this.leave();
      this.#set({ text: '' });
    }
    this.#address(asked, { isOpen: true });
    return isNew ? this.#restore(asked) : Promise.resolve();
  }

  /** Takes over a change of the text by the person. */
  typed(text: string): void {
    const { target = toNobody } = this.#state;
    this.#isChanged = true;
    this.#set({ text, target });
    this.#ports.drafts.change(target, text);
    if (this.#ports.isAddressed(target) && text.trim() !== '') this.#ports.typing.typed(target);
  }

  /** Puts a text back that could not be used, unless something else was written meanwhile. */
  putBack(place: Place, text: string): void {
    if (this.writesTo(place) && this.#state.text === '') this.typed(text);
  }

  /** Changes the recipients. The text and its draft follow them. */
  retarget(place: Place): void {
    this.#address(place, {});
  }

  /**
   * Addresses the text to another place if it is addressed to `from`, whose messages have moved. Returns whether there is a text for
   * that place.
   */
  follow(from: Place, to: Place): boolean {
    if (!this.writesTo(from)) return false;
    const { text } = this.#state;
    this.#set({ target: to });
    this.#noteDraft();
    if (text === '') return false;
    this.#isChanged = true;
    this.#ports.drafts.move(from, to, text);
    return true;
  }

  /** Writes to what the window shows now. What was written before is kept as a draft. */
  show(view: ComposeView): Promise<void> {
    const isSameView = isSame(view.place, this.#view.place) && view.channelId === this.#view.channelId;
    if (isSameView) return Promise.resolve();
    this.#view = view;
    // The text already belongs to the new view: its topic has moved, or the person goes to where the text is addressed.
    if (this.#state.text !== '' && this.isHere()) {
      this.#set({ isOpen: this.#state.isOpen || view.place !== undefined });
      return Promise.resolve();
    }
    this.leave();
    this.#set({
      text: '',
      isSendPending: false,
      target: startOf(view),
      isOpen: view.place !== undefined,
    });
    this.#noteDraft();
    return this.begin();
  }

  /** Keeps the text as a draft, because another place or another view is shown. */
  leave(): void {
    const { drafts, typing, uploads } = this.#ports;
    const { target, text } = this.#state;
    this.#restoring++;
    typing.stop();
    if (this.#isChanged && target) drafts.flush(target, text);
    uploads.leave(target);
    drafts.begin(undefined);
    this.#isChanged = false;
    this.#set({ isSendPending: false });
  }

  /** Saves the text on this device at once, because the page may be closed. */
  keepHere(): void {
    const { target, text } = this.#state;
    if (target && text !== '') this.#ports.drafts.flushHere(target, text);
  }

  /** Whether the message could be sent now, or as soon as its files are uploaded. */
  canSend(): boolean {
    const { target, text } = this.#state;
    if (!target || !this.#ports.isAddressed(target) || !this.#ports.maySend(target, text)) return false;
    return text.trim() !== '' || this.#ports.uploads.isUploading(target);
  }

  /** Sends the message, at once or as soon as its files are uploaded. */
  send(): SendOutcome {
    const { target, text } = this.#state;
    if (!target || !this.canSend()) return 'refused';
    if (this.#ports.uploads.isUploading(target)) {
      this.#set({ isSendPending: true });
      return 'waits';
    }
    this.#ports.typing.stop();
    this.#empty(target);
    this.#ports.send(target, text);
    return 'sent';
  }

  /** Whether the name of a new topic could be its first message, because nothing else is written. Commands are no names. */
  canSendTopic(): boolean {
    const { target, text } = this.#state;
    if (target?.kind !== 'topic' || target.topic.trim() === '' || target.topic.startsWith('/')) return false;
    if (text.trim() !== '' || this.isHere() || this.#ports.uploads.isUploading(target)) return false;
    return this.#ports.isNewTopic(target) && this.#ports.maySend(target, target.topic);
  }

  /** Sends what was written, or else the name of the new topic as its first message. */
  sendFromTopic(): SendOutcome {
    const { target } = this.#state;
    if (target?.kind !== 'topic' || !this.canSendTopic()) return this.send();
    this.#ports.typing.stop();
    this.#empty(target);
    this.#ports.send(target, target.topic);
    return 'sent';
  }

  /** The message is no longer sent by itself, because the person may not want to send it without a file. */
  waitNoLonger(): void {
    this.#set({ isSendPending: false });
  }

  /** Reports that uploads began, ended or failed. Sends a message that waited for them, unless one has failed. */
  uploadsChanged(): SendOutcome {
    const { target, isSendPending } = this.#state;
    if (!isSendPending || this.#ports.uploads.isUploading(target)) return 'waits';
    this.#set({ isSendPending: false });
    return this.#ports.uploads.hasFailed(target) ? 'refused' : this.send();
  }

  /** Schedules the message. Resolves to whether that succeeded. What is changed meanwhile stays in the box. */
  async schedule(timestamp: number): Promise<boolean> {
    const { target, text } = this.#state;
    if (!target || !this.canSend() || this.#ports.uploads.isUploading(target)) return false;
    if (!(await this.#ports.schedule(target, text, timestamp))) return false;
    if (this.writesTo(target) && this.#state.text === text) this.#empty(target);
    else if (!this.writesTo(target)) this.#ports.forgetDraft(target);
    return true;
  }

  /** Reports that the drafts on the server have changed. Shows a change from another device if the text is not changed here. */
  draftsChanged(): void {
    const { target, text } = this.#state;
    if (!target) return;
    const { drafts } = this.#ports;
    const { id, content, isOwn } = drafts.onServer(target);
    const before = this.#draftBefore;
    this.#draftBefore = { id, content };
    // The server has moved the draft along with its topic. The text follows when the event of the move has been handled.
    if (id === undefined && before.id !== undefined && drafts.isKept(before.id)) return;
    // An empty box ignores the server's draft: the draft's message may just have been sent, and its deletion is pending.
    if (before.content === '' || content === before.content || isOwn || text !== before.content) return;
    this.#set({ text: content });
    this.#ports.drafts.change(target, content);
  }

  /**
   * Loads the draft of a place, unless the box already has a text. Texts without recipients are drafts, too: of a direct conversation
   * without people, or of a topic without a name.
   */
  async #restore(place: Place): Promise<void> {
    if (this.#state.text !== '') return;
    const mine = ++this.#restoring;
    const { drafts } = this.#ports;
    const emptied = this.#emptied;
    const draft = await drafts.read(place);
    if (mine !== this.#restoring || !this.writesTo(place)) return;
    drafts.begin(place);
    if (draft === '') return;
    // Text that the person entered while the draft was loading follows the draft.
    const since = this.#state.text;
    this.#set({ text: joined(draft, since) });
    this.#noteDraft();
    if (since === '' && emptied === this.#emptied) return;
    this.#isChanged = true;
    drafts.change(place, this.#state.text);
  }

  /** Whether the person has just removed the text for a place. Until the deletion is stored, reading the draft would return it. */
  #isEmptied(place: Place): boolean {
    return this.#isChanged && this.#state.text === '' && isSame(this.#state.target, place);
  }

  #address(place: Place, more: Partial<SessionState>): void {
    this.#set({ ...more, target: place });
    this.#noteDraft();
    if (this.#state.text === '') return;
    this.#isChanged = true;
    this.#ports.drafts.change(place, this.#state.text);
  }

  /** Empties the box, because its message is on its way. */
  #empty(target: Place): void {
    this.#emptied++;
    this.#set({ text: '' });
    this.#isChanged = false;
    this.#ports.drafts.flush(target, '');
  }

  #noteDraft(): void {
    const { target } = this.#state;
    this.#draftBefore = target ? this.#ports.drafts.onServer(target) : { id: undefined, content: '' };
  }

  #set(fields: Partial<SessionState>): void {
    this.#state = { ...this.#state, ...fields };
    for (const listener of this.#listeners) listener();
  }
}
