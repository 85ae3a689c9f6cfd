/**
 * Data that stays on this device until the sign-out, in IndexedDB: drafts, unsent messages, and the layout of the
 * window. It belongs to one account: when another account signs in, the store is emptied.
 */
import type { OutgoingMessage, Place } from '@parley/client';
import { dropShared } from '../share/shared.ts';

const databaseName = 'parley';
const version = 3;
const storeNames = ['drafts', 'outbox', 'device', 'conversations'] as const;
/** The first version whose data this release can read. Earlier ones stored drafts without their places. */
const readableVersion = 2;
const ownerKey = 'owner';

type StoreName = (typeof storeNames)[number];

/** Undefined while no one is signed in, and in browsers that store nothing (private windows). */
let opened: Promise<IDBDatabase | undefined> = Promise.resolve(undefined);

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param userId undefined for the account whose data the store contains */
async function open(userId: number | undefined): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, version);
  request.onupgradeneeded = ({ oldVersion }) => {
    const database = request.result;
    const present = oldVersion < readableVersion ? [] : [...database.objectStoreNames];
    for (const name of [...database.objectStoreNames]) {
      if (!present.includes(name)) database.deleteObjectStore(name);
    }
    for (const name of storeNames) if (!present.includes(name)) database.createObjectStore(name);
  };
  const database = await settled(request);
  // Another window signs out, or has a newer release.
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

/** Opens the store for an account. Deletes the data of another account. */
export function openLocalStore(userId: number): void {
  opened = open(userId).catch(() => undefined);
}

/** Opens the store for the account that used it last, while the server cannot say who is signed in. */
export function openLastLocalStore(): void {
  opened = open(undefined).catch(() => undefined);
}

async function run<T>(
  name: StoreName,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await opened;
    if (!database) return undefined;
    const transaction = database.transaction(name, mode);
    const done = settled(act(transaction.objectStore(name)));
    // Commits immediately, because the person may leave the page right now.
    if (mode === 'readwrite') transaction.commit();
    return await done;
  } catch {
    return undefined;
  }
}

const read = <T>(name: StoreName, key: string): Promise<T | undefined> =>
  run<T>(name, 'readonly', (store) => store.get(key));

const readAll = async <T>(name: StoreName): Promise<T[]> =>
  (await run<T[]>(name, 'readonly', (store) => store.getAll())) ?? [];

async function write(name: StoreName, key: string, value: unknown): Promise<void> {
  if (value === undefined) await run(name, 'readwrite', (store) => store.delete(key));
  else await run(name, 'readwrite', (store) => store.put(value, key));
}

/** A message that the person has begun to write and not sent. */
export type LocalDraft = {
  readonly place: Place;
  readonly content: string;
  /** Time of writing in Unix seconds. */
  readonly timestamp: number;
  /** Whether the server has stored it, too. */
  readonly isOnServer: boolean;
};

/** Returns the draft of a place by its key. */
export const readDraft = (key: string): Promise<LocalDraft | undefined> => read<LocalDraft>('drafts', key);

/** Returns all drafts. */
export const readDrafts = (): Promise<LocalDraft[]> => readAll<LocalDraft>('drafts');

/** Saves the draft of a place; undefined removes it. */
export const writeDraft = (key: string, draft: LocalDraft | undefined): Promise<void> =>
  write('drafts', key, draft);

/** A message that the server has not stored yet. */
export type LocalOutgoing = Omit<OutgoingMessage, 'error'> & {
  /** The reason for which the server refused it. */
  readonly refusal?: string;
  /** ID of the browser window that sends it. */
  readonly windowId: string;
};

/** Returns all unsent messages. */
export const readOutbox = (): Promise<LocalOutgoing[]> => readAll<LocalOutgoing>('outbox');

/** Saves an unsent message by its local ID; undefined removes it. */
export const writeOutgoing = (localId: string, message: LocalOutgoing | undefined): Promise<void> =>
  write('outbox', localId, message);

/** A message of a conversation that can be read without a connection. */
export type SavedMessage = {
  readonly id: number;
  readonly senderId: number;
  readonly senderName: string;
  /** Rendered by the server. */
  readonly html: string;
  /** Unix time in seconds. */
  readonly timestamp: number;
};

/** A conversation that the person read on this device. */
export type SavedConversation = {
  /** Key of its place. */
  readonly key: string;
  readonly place: Place;
  readonly name: string;
  /** Unix time in milliseconds at which the person read it. */
  readonly readAt: number;
  /** Its newest messages. */
  readonly messages: readonly SavedMessage[];
};

/** Returns all conversations that can be read without a connection. */
export const readConversations = (): Promise<SavedConversation[]> =>
  readAll<SavedConversation>('conversations');

/** Returns the number of conversations that can be read without a connection. */
export const countConversations = async (): Promise<number> =>
  (await run<number>('conversations', 'readonly', (store) => store.count())) ?? 0;

/** Saves a conversation by the key of its place; undefined removes it. */
export const writeConversation = (key: string, conversation: SavedConversation | undefined): Promise<void> =>
  write('conversations', key, conversation);

/** Settings of this device. */
export type DeviceFacts = {
  /** Width of the left sidebar in pixels. */
  readonly sidebarWidth: number;
  /** Whether the people panel is hidden in windows that have room for it. */
  readonly isPeopleFolded: boolean;
  /** Keys of the folders of channels that the person folded. */
  readonly foldedFolders: readonly string[];
  /** Whether the person dismissed the hint about keyboard shortcuts. */
  readonly knowsKeys: boolean;
  /** Time at which the person postponed the question about notifications, in Unix milliseconds. */
  readonly notificationsDeclinedAt: number;
};

/** Returns a setting of this device. */
export const readDevice = <N extends keyof DeviceFacts>(name: N): Promise<DeviceFacts[N] | undefined> =>
  read<DeviceFacts[N]>('device', name);

/** Saves a setting of this device. */
export const writeDevice = <N extends keyof DeviceFacts>(name: N, value: DeviceFacts[N]): Promise<void> =>
  write('device', name, value);

/** Deletes all data at the sign-out. */
export async function forgetEverything(): Promise<void> {
  void dropShared();
  const closing = opened;
  // Later writes are dropped.
  opened = Promise.resolve(undefined);
  (await closing)?.close();
  await settled(indexedDB.deleteDatabase(databaseName)).catch(() => undefined);
}
