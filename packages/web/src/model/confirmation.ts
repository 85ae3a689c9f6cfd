/**
 * Asks the signed-in person to confirm a dangerous step, for any call of the page that the server refuses until then.
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
  /** Names of the factors that the server accepts: `passkey`, `totp`, `recovery_code`, `password`. */
  readonly factors: readonly string[];
  /** Ends the question. */
  settle(isConfirmed: boolean): void;
};

const [confirmation, setConfirmation] = createSignal<Confirmation>();

/** The question that is open; undefined without one. */
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

/** The factors that a refusal names; undefined for another failure, and for one that no factor helps. */
function factorsOf(error: unknown): readonly string[] | undefined {
  if (!(error instanceof ApiError) || error.code !== 'CONFIRMATION_REQUIRED') return undefined;
  const { factors } = error.fields;
  return Array.isArray(factors) && factors.length > 0 ? factors.map(String) : undefined;
}

/** The client of the page. It repeats a call after the person has confirmed it. */
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
