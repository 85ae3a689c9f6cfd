/**
 * Confirmation of dangerous steps. The server refuses such a request until the person has proven their identity; the page then
 * asks the person and repeats the request.
 */
import {
  type AnswerOf,
  ApiError,
  type CallOptions,
  Client,
  type OperationName,
  type ParamsOf,
} from '@parley/client';
import { type Accessor, createSignal } from 'solid-js';
import { Cancelled } from '../failures.ts';

export type Confirmation = {
  /** What the server accepts: `passkey`, `totp`, `recovery_code`, `password`; `sign_in` when only a new sign-in helps. */
  readonly factors: readonly string[];
  /** Closes the question. */
  settle(isConfirmed: boolean): void;
};

/** Returns the factors with which the person can confirm; undefined for other errors, and when the person has no factor. */
function factorsOf(error: unknown): readonly string[] | undefined {
  if (!(error instanceof ApiError) || error.code !== 'CONFIRMATION_REQUIRED') return undefined;
  const { factors } = error.fields;
  return Array.isArray(factors) && factors.length > 0 ? factors.map(String) : undefined;
}

/**
 * The API client of a person at a screen. When the server demands a confirmation, it asks the person and then repeats the request.
 * When the person declines, the call rejects with `Cancelled`.
 */
export class ConfirmingClient extends Client {
  readonly #question = createSignal<Confirmation>();
  readonly confirmation: Accessor<Confirmation | undefined> = this.#question[0];
  /** The answer to the open question; undefined while there is none. */
  #answer: Promise<boolean> | undefined;

  override async call<O extends OperationName>(
    operation: O,
    ...given: Record<never, never> extends ParamsOf<O>
      ? [params?: ParamsOf<O>, options?: CallOptions]
      : [params: ParamsOf<O>, options?: CallOptions]
  ): Promise<AnswerOf<O>> {
    try {
      return await super.call(operation, ...given);
    } catch (error) {
      const factors = factorsOf(error);
      if (!factors) throw error;
      if (!(await this.#ask(factors))) throw new Cancelled();
      return await super.call(operation, ...given);
    }
  }

  /** Asks the person to confirm. Requests that are refused while a question is open share its answer. */
  #ask(factors: readonly string[]): Promise<boolean> {
    const [, setQuestion] = this.#question;
    this.#answer ??= new Promise((resolve) => {
      const settle = (isConfirmed: boolean) => {
        this.#answer = undefined;
        setQuestion(undefined);
        resolve(isConfirmed);
      };
      setQuestion({ factors, settle });
    });
    return this.#answer;
  }
}
