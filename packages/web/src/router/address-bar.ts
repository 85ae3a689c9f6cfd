/** Where a client reads and writes the address of its view: the browser's address bar, or a history of its own. */
import { hashOfPublicPath } from './public-path.ts';

export type AddressBar = {
  /** Returns the fragment of the present address with `#`; empty without one. */
  hash(): string;
  go(hash: string): void;
  /** Replaces the current entry of the history. */
  replace(hash: string): void;
  back(): void;
  /** Removes the fragment. Nobody who watches is called. */
  clear(): void;
  /** Returns the name of the current entry, which it keeps. */
  entryName(): string;
  /** Returns whether the current entry was reached from another one of the client. */
  hasPrevious(): boolean;
  /** Calls a function after each change of the address. */
  watch(listener: () => void): void;
};

const newName = (): string => `${Date.now()}-${Math.random()}`;

/** Gives the current history entry a unique name, unless it already has one. */
function nameEntry(hasPrevious: boolean): void {
  if (typeof history.state?.entry === 'string') return;
  history.replaceState({ ...history.state, entry: newName(), hasPrevious }, '');
}

/** Returns the address bar of the browser. Addresses of public channels become fragments. */
export function browserBar(): AddressBar {
  const publicHash = hashOfPublicPath(location.pathname);
  if (publicHash !== undefined) history.replaceState(history.state, '', `/${publicHash}`);
  nameEntry(false);
  return {
    hash: () => location.hash,
    go(hash) {
      location.hash = hash;
    },
    replace: (hash) => location.replace(hash),
    back: () => history.back(),
    clear: () => history.replaceState(null, '', location.pathname),
    entryName() {
      nameEntry(false);
      return history.state.entry as string;
    },
    hasPrevious: () => history.state?.hasPrevious === true,
    watch(listener) {
      addEventListener('hashchange', () => {
        nameEntry(true);
        listener();
      });
    },
  };
}

/** Returns a history of its own, for a client that shares its page with another one. */
export function ownBar(first = ''): AddressBar {
  type Entry = { readonly hash: string; readonly name: string };
  const entries: Entry[] = [{ hash: first, name: newName() }];
  const listeners: (() => void)[] = [];
  const present = (): Entry => entries.at(-1) ?? { hash: '', name: '' };
  // As in the browser, those who watch are called after the code that changed the address.
  const changed = () =>
    queueMicrotask(() => {
      for (const listener of listeners) listener();
    });
  return {
    hash: () => present().hash,
    go(hash) {
      entries.push({ hash, name: newName() });
      changed();
    },
    replace(hash) {
      entries.splice(-1, 1, { hash, name: newName() });
      changed();
    },
    back() {
      if (entries.length === 1) return;
      entries.pop();
      changed();
    },
    clear: () => void entries.splice(-1, 1, { hash: '', name: newName() }),
    entryName: () => present().name,
    hasPrevious: () => entries.length > 1,
    watch: (listener) => void listeners.push(listener),
  };
}

/** Opens links to views, such as `#inbox`, in this bar instead of the browser's. Returns a function that ends this. */
export function followLinks(root: HTMLElement, open: (hash: string) => void): () => void {
  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey)
      return;
    const target = event.target instanceof Element ? event.target : undefined;
    const href = target?.closest('a[href^="#"]')?.getAttribute('href');
    if (href === null || href === undefined) return;
    event.preventDefault();
    open(href);
  };
  root.addEventListener('click', onClick);
  return () => root.removeEventListener('click', onClick);
}
