import type { Organization, Person } from '@parley/test-kit';

/** People who read generated messages in different ways. */
export type Readers = {
  /** In every channel, with 50,000 of a million messages unread. */
  everything: Person;
  /** In five channels where hardly anybody writes. */
  little: Person;
  /** In the busy channel, of whose topics they never opened 70 %. */
  skipper: Person;
  /** In the long channel, of which they have read nothing. */
  newcomers: readonly Person[];
};

const newcomers = 21;

/** Creates their accounts. */
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
