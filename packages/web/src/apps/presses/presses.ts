/** Presses of the controls of one message or form: which are under way, and which failed. */

export type PressState = 'idle' | 'pressing' | { readonly failed: string };

type Send = (pressId: string) => Promise<{ readonly outcome: string; readonly reason?: string | undefined }>;

type Options = {
  newId(): string;
  /** Returns why a request failed, for the person; undefined when the person declined it. */
  reasonOf(error: unknown): string | undefined;
  /** Said when an app gives no reason. */
  unknownReason(): string;
  /** Called with each change, before anything is awaited: the person sees it at once. */
  onChange(key: string, state: PressState): void;
};

export class Presses {
  readonly #options: Options;
  readonly #underWay = new Set<string>();
  /** IDs of presses whose answer is not known, by control and content: repeating one must not act twice. */
  readonly #unanswered = new Map<string, string>();

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Sends a press, unless one of the same control is under way. A press that got no answer keeps its ID when it is repeated with the same
   * content, so the app acts once.
   * @param content what is sent, to tell a repetition from another press
   * @returns whether the app has accepted it
   */
  async press(key: string, content: string, send: Send): Promise<boolean> {
    if (this.#underWay.has(key)) return false;
    const { onChange, newId, reasonOf, unknownReason } = this.#options;
    const identity = `${key} ${content}`;
    const id = this.#unanswered.get(identity) ?? newId();
    this.#underWay.add(key);
    this.#unanswered.set(identity, id);
    onChange(key, 'pressing');
    try {
      const { outcome, reason } = await send(id);
      this.#unanswered.delete(identity);
      const isDone = outcome !== 'failed';
      onChange(key, isDone ? 'idle' : { failed: reason || unknownReason() });
      return isDone;
    } catch (error) {
      const reason = reasonOf(error);
      onChange(key, reason === undefined ? 'idle' : { failed: reason });
      return false;
    } finally {
      this.#underWay.delete(key);
    }
  }
}
