import { both, constant, id, inserted, string, text } from './column-decisions.ts';

/** Entries for the audit log, which several services keep until `user-admin` takes them. */
export const outbox = inserted(
  'record_id happened_at',
  {
    actor_id: id,
    action: string('test.acted'),
    user_id: constant('null'),
    details: string('{}'),
    client: text,
    address: text,
  },
  {
    actor_id: 'owner',
    action: string('test.concerned'),
    user_id: id,
    details: both,
    client: string(''),
    address: string(''),
  },
);
