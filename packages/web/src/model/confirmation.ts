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
import { createSignal } from 'solid-js';
import { Cancelled } from './failures.ts';

export type Confirmation = {
  /**
   * Names of the factors that the server accepts: `passkey`, `totp`, `recovery_code`, `password`; `sign_in` when the person can
   * only sign in again.
   */
  readonly factors: readonly string[];
  /** Closes the question. */
  settle(isConfirmed: boolean): void;
};

const [confirmation, setConfirmation] = createSignal<Confirmation>();

/** The open question; undefined while there is none. */
export { confirmation };

/** The answer to the open question; undefined while there is none. */
let answer: Promise<boolean> | undefined;

/** Asks the person to confirm. Requests that are refused while a question is open share its answer. */
function ask(factors: readonly string[]): Promise<boolean> {
  answer ??= new Promise((resolve) => {
    const settle = (isConfirmed: boolean) => {
      answer = undefined;
      setConfirmation(undefined);
      resolve(isConfirmed);
    };
    setConfirmation({ factors, settle });
  });
  return answer;
}

/** Returns the factors with which the person can confirm; undefined for other errors, and when the person has no factor. */
function factorsOf(error: unknown): readonly string[] | undefined {
  if (!(error instanceof ApiError) || error.code !== 'CONFIRMATION_REQUIRED') return undefined;
  const { factors } = error.fields;
  return Array.isArray(factors) && factors.length > 0 ? factors.map(String) : undefined;
}

/**
 * The page's API client. When the server demands a confirmation, it asks the person and then repeats the request. When the person
 * declines, the call rejects with `Cancelled`.
 */
export class ConfirmingClient extends Client {
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
      if (!(await ask(factors))) throw new Cancelled();
      return await super.call(operation, ...given);
    }
  }
}
