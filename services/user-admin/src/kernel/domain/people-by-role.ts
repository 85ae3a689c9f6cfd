import { SharedText } from '@parley/registration';
import { roles } from '@parley/rules';
import type { Person } from './person.ts';

/** IDs of active people and bots by role, as JSON arrays. The IDs keep the order in which the people were given. */
export class PeopleByRole {
  readonly #people: ReadonlyMap<number, readonly Person[]>;
  readonly #texts = new Map<number, SharedText>();
  /** Times at which members joined, in ascending order, in seconds since the Unix epoch. */
  #joinedAt: readonly number[] | undefined;
  #fullMembers: { count: number; text: SharedText } | undefined;

  constructor(people: readonly Person[]) {
    this.#people = Map.groupBy(
      people.filter(({ isActive }) => isActive),
      ({ role }) => role,
    );
  }

  textOf(role: number): SharedText {
    const existing = this.#texts.get(role);
    if (existing) return existing;
    const text = idsOf(this.#people.get(role) ?? []);
    this.#texts.set(role, text);
    return text;
  }

  /** Members who joined at `joinedUntil` or earlier, in seconds since the Unix epoch. */
  fullMembers(joinedUntil: number): SharedText {
    const members = this.#people.get(roles.member) ?? [];
    this.#joinedAt ??= members.map(({ joinedAt }) => joinedAt).toSorted((one, other) => one - other);
    const next = this.#joinedAt.findIndex((each) => each > joinedUntil);
    const count = next < 0 ? members.length : next;
    if (count === members.length) return this.textOf(roles.member);
    // Compares only the count: the people and their joining times do not change, so an equal count means the same people.
    if (this.#fullMembers?.count !== count) {
      this.#fullMembers = {
        count,
        text: idsOf(members.filter(({ joinedAt }) => joinedAt <= joinedUntil)),
      };
    }
    return this.#fullMembers.text;
  }
}

const idsOf = (people: readonly Person[]): SharedText =>
  new SharedText(Buffer.from(JSON.stringify(people.map(({ userId }) => userId))));
