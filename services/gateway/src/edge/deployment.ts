import type { NatsConnection } from '@nats-io/transport-node';
import { errors } from '@parley/core';
import {
  askStatuses,
  type LogSize,
  type NatsSource,
  type ProcessStatus,
  readLogSize,
} from '@parley/event-log';

/** Asks the other processes of the deployment, and the event log, for their status. It uses NATS. */
export class Deployment {
  readonly #prefix: string;
  #nats: NatsConnection | undefined;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Sets the connection to NATS, which is used once it is established. */
  connect(nats: NatsSource): void {
    Promise.resolve(nats).then(
      (connection) => {
        this.#nats = connection;
      },
      () => undefined, // The service stopped before NATS was connected.
    );
  }

  /** Returns the status of each process that answers in time. @throws UNAVAILABLE without NATS */
  async processes(): Promise<ProcessStatus[]> {
    return askStatuses(this.#connection(), this.#prefix).catch(() => {
      throw errors.unavailable('The message bus (NATS) cannot be reached.');
    });
  }

  /** Returns the size of the event log; undefined when it cannot be determined. @throws UNAVAILABLE without NATS */
  async logSize(): Promise<LogSize | undefined> {
    return readLogSize(this.#connection(), this.#prefix);
  }

  #connection(): NatsConnection {
    if (!this.#nats) throw errors.unavailable('The message bus (NATS) cannot be reached.');
    return this.#nats;
  }
}
