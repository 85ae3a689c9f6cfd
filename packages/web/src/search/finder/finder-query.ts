/** What somebody types into the switcher, what is found for it, and what is selected. */

/** Asks the server. The answer counts only for the text for which it was asked. */
export type FinderSource<Row> = (text: string, signal: AbortSignal) => Promise<readonly Row[]>;

/** Runs the last function that was passed when no other came for a while. */
export type Pause = { start(delayMs: number, act: () => void): void; stop(): void };

export type FinderState = 'still' | 'asking' | 'failed';

export type FinderOptions<Row> = {
  /** Finds what this client knows, at once. */
  readonly known: (text: string) => readonly Row[];
  /** Find more, in the order in which their rows are shown below the known ones that do not stay last. */
  readonly sources: readonly FinderSource<Row>[];
  readonly pause: Pause;
  /** Whether nothing is selected until a key or the pointer selects it. */
  readonly isSelective?: boolean;
  readonly onChange: () => void;
};

/** Time in milliseconds after the last key before the server is asked. */
const pauseMs = 150;
/** Fewest characters for which the server is asked. */
const leastAsked = 2;

type Answer<Row> = { rows: readonly Row[] };

/**
 * The query of the switcher, without a document. Its rules hold in any order of keys, answers and failures:
 *
 * - Rows belong to the present text. Late answers to another text are dropped, and their requests are cancelled.
 * - Answers come below what is there, except for the rows that stay last, and never change the selection, so that Enter opens what
 *   the person saw.
 * - Another text selects the first row again.
 */
export class FinderQuery<Row extends { readonly key: string; readonly isLast?: boolean | undefined }> {
  readonly #options: FinderOptions<Row>;
  #text = '';
  #known: readonly Row[];
  #answers: (Answer<Row> | undefined)[] = [];
  #rows: readonly Row[];
  #activeKey: string | undefined;
  #asked: AbortController | undefined;
  #open = 0;
  #hasFailed = false;
  #isOver = false;

  constructor(options: FinderOptions<Row>, text = '') {
    this.#options = options;
    this.#text = text;
    this.#known = options.known(text);
    this.#rows = this.#inOrder();
    this.#selectFirst();
    this.#askLater();
  }

  get text(): string {
    return this.#text;
  }

  /** All rows, each key once. */
  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** The row that Enter chooses; undefined without one. */
  get active(): Row | undefined {
    return this.#rows.find(({ key }) => key === this.#activeKey);
  }

  get state(): FinderState {
    if (this.#open > 0) return 'asking';
    return this.#hasFailed ? 'failed' : 'still';
  }

  /** Takes another text. */
  type(text: string): void {
    if (this.#isOver || text === this.#text) return;
    this.#text = text;
    this.#cancel();
    this.#known = this.#options.known(text);
    this.#rows = this.#inOrder();
    this.#selectFirst();
    this.#askLater();
    this.#options.onChange();
  }

  /** Finds again what this client knows, because it knows more now. The selection stays while its row is there. */
  refresh(): void {
    if (this.#isOver) return;
    this.#known = this.#options.known(this.#text);
    this.#collect();
  }

  /** Selects the next row (1) or the one before (-1), around the ends. */
  move(step: 1 | -1): void {
    const { length } = this.#rows;
    if (length === 0 || this.#isOver) return;
    const at = this.#rows.findIndex(({ key }) => key === this.#activeKey);
    const next = at < 0 ? (step === 1 ? 0 : length - 1) : (at + step + length) % length;
    this.select(this.#rows[next]!.key);
  }

  select(key: string): void {
    if (this.#isOver || key === this.#activeKey || !this.#rows.some((row) => row.key === key)) return;
    this.#activeKey = key;
    this.#options.onChange();
  }

  /** Ends: later answers have no effect. */
  end(): void {
    this.#isOver = true;
    this.#cancel();
  }

  #cancel(): void {
    this.#options.pause.stop();
    this.#asked?.abort();
    this.#asked = undefined;
    this.#answers = [];
    this.#open = 0;
    this.#hasFailed = false;
  }

  #askLater(): void {
    const text = this.#text.trim();
    const { sources, pause } = this.#options;
    if (text.length < leastAsked || sources.length === 0) return;
    this.#open = sources.length;
    pause.start(pauseMs, () => {
      const asked = new AbortController();
      this.#asked = asked;
      sources.forEach((source, index) => void this.#ask(source, index, asked));
    });
  }

  async #ask(source: FinderSource<Row>, index: number, asked: AbortController): Promise<void> {
    let rows: readonly Row[] | undefined;
    try {
      rows = await source(this.#text.trim(), asked.signal);
    } catch {
      rows = undefined;
    }
    if (asked !== this.#asked) return;
    this.#open--;
    if (rows === undefined) this.#hasFailed = true;
    else this.#answers[index] = { rows };
    this.#collect();
  }

  #collect(): void {
    this.#rows = this.#inOrder();
    if (this.#activeKey !== undefined && !this.active) this.#selectFirst();
    this.#options.onChange();
  }

  /** Returns what is known and what was answered, each key once. */
  #inOrder(): readonly Row[] {
    const answered = this.#options.sources.flatMap((_, index) => this.#answers[index]?.rows ?? []);
    const last = this.#known.filter(({ isLast }) => isLast);
    const keys = new Set(last.map(({ key }) => key));
    const above = [...this.#known.filter(({ isLast }) => !isLast), ...answered];
    return [...withoutRepeated(above.filter(({ key }) => !keys.has(key))), ...withoutRepeated(last)];
  }

  #selectFirst(): void {
    this.#activeKey = this.#options.isSelective ? undefined : this.#rows[0]?.key;
  }
}

function withoutRepeated<Row extends { readonly key: string }>(rows: readonly Row[]): readonly Row[] {
  const keys = new Set<string>();
  return rows.filter(({ key }) => !keys.has(key) && keys.add(key));
}
