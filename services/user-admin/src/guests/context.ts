import type { Ctx as PeopleCtx } from '../people/context.ts';

/** Dependencies of the worker of the module `guests`. */
export type Ctx = PeopleCtx & {
  config: {
    /**
     * NATS. `prefix` belongs to the event log, which the worker follows. `replicas` is the number of copies of the data that it
     * stores there.
     */
    nats: { prefix: string; replicas: number };
  };
};
