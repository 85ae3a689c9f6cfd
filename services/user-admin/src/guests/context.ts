import type { Ctx as PeopleCtx } from '../people/context.ts';

export type Ctx = PeopleCtx & {
  config: {
    /** `prefix` belongs to the event log, `replicas` is the number of copies of stored data. */
    nats: { prefix: string; replicas: number };
  };
};
