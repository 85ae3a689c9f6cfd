/**
 * Data that stays on this device until the sign-out, in IndexedDB: drafts, unsent messages, conversations for reading offline,
 * and settings of the device. The database belongs to one account. When another account signs in, it is emptied.
 */
import type { OutgoingMessage, Place, UserId } from '@parley/client';
import type { VisitRecord } from './navigation/visits.ts';

const version = 3;
const storeNames = ['drafts', 'outbox', 'device', 'conversations'] as const;
/** The oldest database version whose data this release can read. Older versions stored drafts without recipients. */
const readableVersion = 2;
const ownerKey = 'owner';

type StoreName = (typeof storeNames)[number];

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** A message that the person has begun to write and has not sent. */
export type LocalDraft = {
  readonly place: Place;
  /** Empty when the draft is deleted here, but not yet on the server. */
  readonly content: string;
  /** Time of the last change in Unix seconds. */
  readonly timestamp: number;
  /** Whether the server has stored the draft too. */
  readonly isOnServer: boolean;
};

export type LocalOutgoing = Omit<OutgoingMessage, 'error'> & {
  /** Why the server refused the message; undefined if it did not. */
  readonly refusal?: string;
  readonly windowId: string;
};

/** A message of a conversation that is saved for reading offline. */
export type SavedMessage = {
  readonly id: number;
  readonly senderId: UserId;
  readonly senderName: string;
  /** Message text as HTML that the server rendered. */
  readonly html: string;
  /** Unix time in seconds. */
  readonly timestamp: number;
};

/** A topic or direct conversation that is saved for reading offline. */
export type SavedConversation = {
  /** Key of `place`. */
  readonly key: string;
  readonly place: Place;
  readonly name: string;
  /** Unix time in milliseconds at which the person last read the conversation. */
  readonly readAt: number;
  /** The newest messages of the conversation. */
  readonly messages: readonly SavedMessage[];
};

/** Settings of this device. */
export type DeviceFacts = {
  /** Width of the left sidebar in pixels. */
  readonly sidebarWidth: number;
  /** Whether the people panel is hidden in windows that are wide enough for it. */
  readonly isPeopleFolded: boolean;
  readonly foldedFolders: readonly string[];
  /** Keys of the sections and channels of the inbox that the person collapsed. */
  readonly foldedInbox: readonly string[];
  /** In which order the person sorts the topics of a channel. */
  readonly topicOrder: 'recent' | 'unread' | 'name';
  /** Whether the person dismissed the hint about keyboard shortcuts. */
  readonly knowsKeys: boolean;
  /** Whether the person said with which key messages are sent. */
  readonly knowsSendKey: boolean;
  /** Whether the person shows the formatting bar of the compose box, or hides it. */
  readonly hasFormatBar: boolean;
  /** Whether marks of Markdown are shown as what they mean while a message is written. */
  readonly hasLiveFormatting: boolean;
  /** Names of the emoji that the person chose last, the latest first. */
  readonly recentEmoji: readonly string[];
  /** Skin tone of emoji that have tones: 0 without one, 1 to 5 from light to dark. */
  readonly skinTone: number;
  /** Speed at which recordings are played. */
  readonly playbackRate: number;
  /** Time at which the person postponed the question about notifications, in Unix milliseconds. */
  readonly notificationsDeclinedAt: number;
  /** The upload of an archive that is not complete, which continues when the same file is chosen again. */
  readonly archiveUpload: UnfinishedUpload;
  /** What the person opened, and when. */
  readonly visits: readonly VisitRecord[];
  /** Addresses of the last searches, the newest first. */
  readonly recentSearches: readonly string[];
  /** The order of results that the person chose last. */
  readonly searchOrder: 'relevance' | 'newest';
};

/** What identifies a file, and where the server has the part of it that was uploaded. */
export type UnfinishedUpload = {
  readonly name: string;
  readonly size: number;
  /** Unix time in milliseconds. */
  readonly modifiedAt: number;
  readonly location: string;
};

/** Data of one client on this device. */
export class LocalStore {
  readonly #name: string;
  /** Resolves to undefined while no one is signed in, and in browsers without storage, such as private windows. */
  #opened: Promise<IDBDatabase | undefined> = Promise.resolve(undefined);

  /** @param name name of the database. Clients in one page have different ones */
  constructor(name: string) {
    this.#name = name;
  }

  /** Opens the store for an account. Deletes the data of another account. */
  openFor(userId: UserId): void {
    this.#opened = this.#open(userId).catch(() => undefined);
  }

  /** Opens the store for the account that last used it. Needed while the server cannot be asked who is signed in. */
  openForLast(): void {
    this.#opened = this.#open(undefined).catch(() => undefined);
  }

  /** Deletes all data at the sign-out. */
  async forgetEverything(): Promise<void> {
    const closing = this.#opened;
    // Later reads and writes do nothing.
    this.#opened = Promise.resolve(undefined);
    (await closing)?.close();
    await settled(indexedDB.deleteDatabase(this.#name)).catch(() => undefined);
  }

  /** Returns the draft with the key of its place (a topic or direct conversation); undefined without one. */
  readDraft(key: string): Promise<LocalDraft | undefined> {
    return this.#read<LocalDraft>('drafts', key);
  }

  readDrafts(): Promise<LocalDraft[]> {
    return this.#readAll<LocalDraft>('drafts');
  }

  /** Saves a draft under the key of its place; undefined deletes it. */
  writeDraft(key: string, draft: LocalDraft | undefined): Promise<void> {
    return this.#write('drafts', key, draft);
  }

  /** Returns all unsent messages. */
  readOutbox(): Promise<LocalOutgoing[]> {
    return this.#readAll<LocalOutgoing>('outbox');
  }

  /** Saves an unsent message by its local ID; undefined deletes it. */
  writeOutgoing(localId: string, message: LocalOutgoing | undefined): Promise<void> {
    return this.#write('outbox', localId, message);
  }

  readConversations(): Promise<SavedConversation[]> {
    return this.#readAll<SavedConversation>('conversations');
  }

  /** Returns the number of conversations that are saved for reading offline. */
  async countConversations(): Promise<number> {
    return (await this.#run<number>('conversations', 'readonly', (store) => store.count())) ?? 0;
  }

  /** Saves a conversation under the key of its place; undefined deletes it. */
  writeConversation(key: string, conversation: SavedConversation | undefined): Promise<void> {
    return this.#write('conversations', key, conversation);
  }

  /** Returns a setting of this device. */
  read<N extends keyof DeviceFacts>(name: N): Promise<DeviceFacts[N] | undefined> {
    return this.#read<DeviceFacts[N]>('device', name);
  }

  /** Saves a setting of this device; undefined deletes it. */
  write<N extends keyof DeviceFacts>(name: N, value: DeviceFacts[N] | undefined): Promise<void> {
    return this.#write('device', name, value);
  }

  /** Opens the database for an account, and deletes the data of another account. Without `userId`, keeps the data of any account. */
  async #open(userId: UserId | undefined): Promise<IDBDatabase> {
    const request = indexedDB.open(this.#name, version);
    request.onupgradeneeded = ({ oldVersion }) => {
      const database = request.result;
      const present = oldVersion < readableVersion ? [] : [...database.objectStoreNames];
      for (const name of [...database.objectStoreNames]) {
        if (!present.includes(name)) database.deleteObjectStore(name);
      }
      for (const name of storeNames) if (!present.includes(name)) database.createObjectStore(name);
    };
    const database = await settled(request);
    // Another window signs out or upgrades the database, and waits until all connections are closed.
    database.onversionchange = () => database.close();
    if (userId === undefined) return database;
    const transaction = database.transaction(storeNames, 'readwrite');
    const device = transaction.objectStore('device');
    if ((await settled(device.get(ownerKey))) !== userId) {
      for (const name of storeNames) transaction.objectStore(name).clear();
      device.put(userId, ownerKey);
    }
    return database;
  }

  async #run<T>(
    name: StoreName,
    mode: IDBTransactionMode,
    act: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T | undefined> {
    try {
      const database = await this.#opened;
      if (!database) return undefined;
      const transaction = database.transaction(name, mode);
      const done = settled(act(transaction.objectStore(name)));
      // Commits immediately, because the person may close the page now.
      if (mode === 'readwrite') transaction.commit();
      return await done;
    } catch {
      return undefined;
    }
  }

  #read<T>(name: StoreName, key: string): Promise<T | undefined> {
    return this.#run<T>(name, 'readonly', (store) => store.get(key));
  }

  async #readAll<T>(name: StoreName): Promise<T[]> {
    return (await this.#run<T[]>(name, 'readonly', (store) => store.getAll())) ?? [];
  }

  async #write(name: StoreName, key: string, value: unknown): Promise<void> {
    if (value === undefined) await this.#run(name, 'readwrite', (store) => store.delete(key));
    else await this.#run(name, 'readwrite', (store) => store.put(value, key));
  }
}
