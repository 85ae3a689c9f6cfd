import type { Logger } from '@parley/core';
import type { Db } from '@parley/db';
import type { Clients } from './clients.ts';

/** Dependencies of handlers and the worker. */
export type Ctx = {
  db: Db;
  clients: Omit<Clients, 'close'>;
  publicUrl: string;
  folder: string;
  maxBytes: number;
  logger: Logger;
  /** Tells the worker that there is something to do. */
  kick: () => void;
};
