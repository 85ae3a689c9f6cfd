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

function ask(factors: readonly string[]): Promise<boolean> {
  confirmation()?.settle(false);
  return new Promise((resolve) => {
    const settle = (isConfirmed: boolean) => {
      setConfirmation(undefined);
      resolve(isConfirmed);
    };
    setConfirmation({ factors, settle });
  });
}

/** Returns the factors with which the person can confirm; undefined for other errors, and when the person has no factor. */
function factorsOf(error: unknown): readonly string[] | undefined {
  if (!(error instanceof ApiError) || error.code !== 'CONFIRMATION_REQUIRED') return undefined;
  const { factors } = error.fields;
  return Array.isArray(factors) && factors.length > 0 ? factors.map(String) : undefined;
}

/** The page's API client. When the server demands a confirmation, it asks the person and then repeats the request. */
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
      if (!factors || !(await ask(factors))) throw error;
      return await super.call(operation, ...given);
    }
  }
}
