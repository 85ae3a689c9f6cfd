/** Data that stays on this device until sign-out, in IndexedDB: drafts that are not on the server yet. */

const databaseName = 'parley';
const storeName = 'drafts';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function run<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const request = act(database.transaction(storeName, mode).objectStore(storeName));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } finally {
    database.close();
  }
}

/** An unsent message. */
export type LocalDraft = {
  readonly content: string;
  /** ID of the draft on the server, once it is there. */
  readonly serverId?: number;
  /** Time of the last change, in Unix seconds. */
  readonly timestamp: number;
};

/** Returns the draft of a place by its key. */
export const readDraft = async (key: string): Promise<LocalDraft | undefined> =>
  run<LocalDraft | undefined>('readonly', (store) => store.get(key)).catch(() => undefined);

/** Saves the draft of a place; undefined deletes it. Without storage (private windows) nothing is saved. */
export async function writeDraft(key: string, draft: LocalDraft | undefined): Promise<void> {
  const done = draft
    ? run('readwrite', (store) => store.put(draft, key))
    : run('readwrite', (store) => store.delete(key));
  await done.catch(() => undefined);
}

/** Deletes everything, at sign-out. */
export function forgetEverything(): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(databaseName);
    request.onsuccess = () => resolve();
    request.onerror = () => resolve();
    request.onblocked = () => resolve();
  });
}
