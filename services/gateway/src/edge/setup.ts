import type { Call } from '@parley/rpc';
import type { Rpc } from '../rpc-clients.ts';

/** Milliseconds for which the page of an empty server waits for the answer. */
const patienceMs = 1_000;

/** Tells whether the organization must still be created. */
export class Setup {
  readonly #userAdmin: Pick<Rpc['userAdmin'], 'getSetup'>;
  /** Remembered for the life of the process, because an organization is never removed. */
  #isDone = false;

  constructor(userAdmin: Pick<Rpc['userAdmin'], 'getSetup'>) {
    this.#userAdmin = userAdmin;
  }

  /** Returns false when the service does not answer in time. */
  async isOpen(call: Call): Promise<boolean> {
    if (this.#isDone) return false;
    const deadline = Math.min(call.deadline, Date.now() + patienceMs);
    try {
      const { isOpen } = await this.#userAdmin.getSetup({}, { ...call, deadline });
      this.#isDone = !isOpen;
      return isOpen;
    } catch {
      // The service cannot be reached: the client is served as usual.
      return false;
    }
  }
}
