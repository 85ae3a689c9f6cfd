import { isName, type Lookup, replicasOf, systemLookup } from './addresses.ts';

/** How often a name is looked up: a replica that was added takes its share of work so soon. */
const lookupMs = 2_000;

export type NameWatchOptions = {
  /** `host:port`, or `dns:///name:port` for all addresses of a name. */
  addresses: readonly string[];
  lookup?: Lookup | undefined;
  /** There is another replica; those that need no looking up are told before the constructor returns. */
  onAdded: (address: string) => void;
  /** A replica's address is gone from its name. */
  onRemoved: (address: string) => void;
  /** A name has no addresses any more, or cannot be looked up: told once each time that it begins. */
  onLost?: (name: string, error: unknown) => void;
};

/**
 * Follows which replicas a service has. Names are looked up repeatedly: a library that does so only when it loses a
 * connection would leave replicas that come later without work. While a name has no address, the known ones are kept.
 */
export class NameWatch {
  readonly #options: NameWatchOptions;
  /** What each name was found to stand for last. */
  readonly #found = new Map<string, readonly string[]>();
  readonly #lost = new Set<string>();
  readonly #timer: NodeJS.Timeout | undefined;
  #known: ReadonlySet<string> = new Set();
  #lookingUp: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: NameWatchOptions) {
    this.#options = options;
    const names = options.addresses.filter(isName);
    for (const address of options.addresses) if (!isName(address)) this.#found.set(address, [address]);
    this.#report();
    if (names.length === 0) return;
    void this.lookUp();
    this.#timer = setInterval(() => void this.lookUp(), lookupMs).unref();
  }

  /** Looks names up now, unless that is being done. */
  lookUp(): Promise<void> {
    this.#lookingUp ??= this.#find().finally(() => {
      this.#lookingUp = undefined;
    });
    return this.#lookingUp;
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
  }

  async #find(): Promise<void> {
    const { addresses, lookup = systemLookup } = this.#options;
    await Promise.all(
      addresses.filter(isName).map(async (name) => {
        try {
          const found = await replicasOf(name, lookup);
          if (found.length === 0) throw new Error('The name has no addresses.');
          this.#found.set(name, found);
          this.#lost.delete(name);
        } catch (error) {
          if (this.#lost.has(name) || this.#isClosed) return;
          this.#lost.add(name);
          this.#options.onLost?.(name, error);
        }
      }),
    );
    if (!this.#isClosed) this.#report();
  }

  #report(): void {
    const before = this.#known;
    this.#known = new Set([...this.#found.values()].flat());
    for (const address of this.#known) if (!before.has(address)) this.#options.onAdded(address);
    for (const address of before) if (!this.#known.has(address)) this.#options.onRemoved(address);
  }
}
