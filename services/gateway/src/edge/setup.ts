import type { Call } from '@parley/rpc';
import type { Rpc } from '../rpc-clients.ts';

/** Maximum time to wait for the answer of user-admin, in milliseconds. */
const maxWaitMs = 1_000;

/** Knows whether the organization must still be created, as on a new server. */
export class Setup {
  readonly #userAdmin: Pick<Rpc['userAdmin'], 'getSetup'>;
  /** Whether the organization exists. It is never removed, so `true` is cached for the life of the process. */
  #isDone = false;

  constructor(userAdmin: Pick<Rpc['userAdmin'], 'getSetup'>) {
    this.#userAdmin = userAdmin;
  }

  /** With or without a password. Undefined when it exists, and when user-admin fails or does not answer in time. */
  async findOpen(call: Call): Promise<'with password' | 'without password' | undefined> {
    if (this.#isDone) return undefined;
    const deadline = Math.min(call.deadline, Date.now() + maxWaitMs);
    try {
      const { isOpen, hasNoPasswords } = await this.#userAdmin.getSetup({}, { ...call, deadline });
      this.#isDone = !isOpen;
      if (!isOpen) return undefined;
      return hasNoPasswords ? 'without password' : 'with password';
    } catch {
      // user-admin gave no answer, so the request is handled as if the organization existed.
      return undefined;
    }
  }
}
