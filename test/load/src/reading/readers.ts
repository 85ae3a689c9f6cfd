import type { Organization, Person } from '@parley/test-kit';

/** People with different reading behaviour. */
export type Readers = {
  /** Subscribed to every channel. 50,000 of a million messages are unread. */
  everything: Person;
  /** Subscribed to five channels, which have almost no messages. */
  little: Person;
  /** Subscribed to the busy channel. Has never opened 70 % of its topics. */
  skipper: Person;
  /** Subscribed to the long channel. All its messages are unread. */
  newcomers: readonly Person[];
};

const newcomers = 21;

/** Creates the accounts of the readers. */
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
