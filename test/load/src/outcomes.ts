import type { Dispatcher } from 'undici';

/** Counts answers by status, error code and message, and requests without an answer by their error. */
export class Outcomes {
  readonly #counts = new Map<string, number>();
  readonly #statuses = new Map<number, number>();
  readonly #success: number;
  #failures = 0;

  /** @param success status of a successful answer */
  constructor(success = 200) {
    this.#success = success;
  }

  /** Number of requests without a successful answer. */
  get failures(): number {
    return this.#failures;
  }

  /** Returns the number of answers for whose status `isCounted` returns true. */
  countOf(isCounted: (status: number) => boolean): number {
    return [...this.#statuses].reduce((sum, [status, count]) => sum + (isCounted(status) ? count : 0), 0);
  }

  /** Counts an answer after reading its whole body. */
  async addAnswer({ statusCode, body }: Dispatcher.ResponseData): Promise<void> {
    this.#statuses.set(statusCode, (this.#statuses.get(statusCode) ?? 0) + 1);
    if (statusCode === this.#success) {
      await body.dump({ limit: Number.MAX_SAFE_INTEGER });
      return this.#add(String(statusCode));
    }
    const { code, msg } = parsed(await body.text());
    this.#failures++;
    // Removes the request ID at the end of a message, because it differs between requests.
    const reason = msg?.replace(/ \(request ID: .*\)$/, '');
    this.#add([statusCode, code, reason && `“${reason}”`].filter(Boolean).join(' '));
  }

  /** Counts a request without an answer. */
  addError(error: unknown): void {
    const { code, message } = error as Error & { code?: string };
    this.#failures++;
    this.#add(code ?? message);
  }

  toString(): string {
    return [...this.#counts].map(([outcome, count]) => `${outcome}: ${count}`).join(', ');
  }

  #add(outcome: string): void {
    this.#counts.set(outcome, (this.#counts.get(outcome) ?? 0) + 1);
  }
}

function parsed(text: string): { code?: string; msg?: string } {
  try {
    return JSON.parse(text);
  } catch {
    // For an HTML page, uses the text of the first paragraph.
    return { msg: (/<p>([^<]*)/.exec(text)?.[1] ?? text).slice(0, 100) };
  }
}
