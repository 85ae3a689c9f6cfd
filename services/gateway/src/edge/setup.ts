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

  /** Returns whether the organization must still be created; false when user-admin fails or does not answer in time. */
  async isOpen(call: Call): Promise<boolean> {
    if (this.#isDone) return false;
    const deadline = Math.min(call.deadline, Date.now() + maxWaitMs);
    try {
      const { isOpen } = await this.#userAdmin.getSetup({}, { ...call, deadline });
      this.#isDone = !isOpen;
      return isOpen;
    } catch {
      // user-admin gave no answer, so the request is handled as if the organization existed.
      return false;
    }
  }
}
