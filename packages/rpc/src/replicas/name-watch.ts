import { isName, type Lookup, replicasOf, systemLookup } from './addresses.ts';

/** Interval between lookups of a name in milliseconds. A new replica gets calls after this time at the latest. */
const lookupMs = 2_000;

export type NameWatchOptions = {
  /** `host:port`, or `dns:///name:port` for all addresses of a DNS name. */
  addresses: readonly string[];
  lookup?: Lookup | undefined;
  /** Called for each new replica. For addresses that are not names, it is called before the constructor returns. */
  onAdded: (address: string) => void;
  /** Called for each replica to whose address no name resolves any more. */
  onRemoved: (address: string) => void;
  /** Called when a name can no longer be resolved. It is not called again for the name until it was resolved. */
  onLost?: (name: string, error: unknown) => void;
};

/**
 * Finds out which replicas a service has, by looking up names regularly. gRPC looks up a name only when it loses a connection,
 * so replicas that are added later would get no calls. When a name has no address, the known replicas are kept.
 */
export class NameWatch {
  readonly #options: NameWatchOptions;
  /** The addresses of each name at its last successful lookup. */
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

  /** Looks up all names now, or joins the lookup that is running. */
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
