import type { Organization, Person } from '@parley/test-kit';

/** People who read generated messages in different ways. */
export type Readers = {
  /** Subscribed to every channel, with 50,000 of a million messages unread. */
  everything: Person;
  /** Subscribed to five channels with almost no messages. */
  little: Person;
  /** A reader who is subscribed to the busy channel and has never opened 70 % of its topics. */
  skipper: Person;
  /** A reader who is subscribed to the long channel, where all messages are unread. */
  newcomers: readonly Person[];
};

const newcomers = 21;

/** Creates the readers' accounts. */
export async function addReaders(organization: Organization): Promise<Readers> {
  const names = Array.from({ length: newcomers }, (_, index) => `newcomer-${index}`);
  const added = await organization.add('reads-everything', 'reads-little', 'skips-most', ...names);
  return {
    everything: added['reads-everything']!,
    little: added['reads-little']!,
    skipper: added['skips-most']!,
    newcomers: names.map((name) => added[name]!),
  };
}
