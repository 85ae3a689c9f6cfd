import { setImmediate } from 'node:timers/promises';
import type { Snapshot } from '@parley/proto/common/v1/snapshot';
import {
  type ListSource,
  SharedJson,
  SharedText,
  type SnapshotList,
  SnapshotListCache,
} from '@parley/registration';
import { canSeeDeliveryEmail, type Viewer } from '@parley/rules';
import { PeopleByRole } from '../../kernel/domain/people-by-role.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { listPeopleChanges, readLineage } from '../db/people-changes.ts';
import { listProfileData, type ProfileData } from '../db/profile-values.ts';
import { presentUser } from '../domain/present-user.ts';
import { userPages } from './user-pages.ts';

/** A person or bot with the values of profile fields. */
export type ListedPerson = { person: Person; profileData: ProfileData };

/** JSON arrays of active and deactivated people. */
export type PeopleTexts = { active: SharedJson; inactive: SharedJson };

/**
 * Number of people serialized in one turn of the event loop: a few milliseconds of work, so that other requests run in
 * between.
 */
const sliceSize = 250;

/** Maximum number of kept texts: one for each pair of the viewer's role and `client_gravatar`. */
const maxRenderings = 4;

export type PeopleListCache = SnapshotListCache<TxScope, PeopleList>;

/** Keeps the list of all people and bots but system bots. */
export const createPeopleListCache = (): PeopleListCache => new SnapshotListCache(source);

/** The list as one snapshot shows it. */
export class PeopleList implements SnapshotList {
  readonly lineage: string;
  readonly snapshot: Snapshot;
  /** In order of ID. */
  readonly people: ReadonlyMap<number, ListedPerson>;
  readonly usedAt = Date.now();
  readonly isKept = true;
  readonly byRole: PeopleByRole;
  #renderings: Map<string, Promise<Rendering>>;

  constructor(
    lineage: string,
    snapshot: Snapshot,
    people: ReadonlyMap<number, ListedPerson>,
    renderings: Map<string, Promise<Rendering>> = new Map(),
    byRole = new PeopleByRole(Array.from(people.values(), ({ person }) => person)),
  ) {
    this.lineage = lineage;
    this.snapshot = snapshot;
    this.people = people;
    this.byRole = byRole;
    this.#renderings = renderings;
  }

  /** Returns the same list for a later snapshot in which no account changed. Both lists share their texts. */
  at(snapshot: Snapshot): PeopleList {
    return new PeopleList(this.lineage, snapshot, this.people, this.#renderings, this.byRole);
  }

  /** Returns the texts for a viewer who sees all people. */
  async textsFor(viewer: Viewer, clientGravatar: boolean): Promise<PeopleTexts> {
    const rendering = await this.#rendering(viewer.role, clientGravatar);
    const own = this.people.get(viewer.userId);
    const { active, inactive } = rendering;
    const texts = { active: unchanged(active), inactive: unchanged(inactive) };
    if (!own?.person.isActive || canSeeDeliveryEmail(own.person, inRole(viewer.role))) return texts;
    // People see their own address even where others of their role do not.
    const text = Buffer.from(JSON.stringify(presentUser(own.person, { viewer, clientGravatar, ...own })));
    const [start, end] = rendering.places.get(viewer.userId)!;
    return { ...texts, active: new SharedJson([{ text: active, replacements: [{ start, end, text }] }]) };
  }

  #rendering(role: number, clientGravatar: boolean): Promise<Rendering> {
    const key = `${role} ${clientGravatar}`;
    const existing = this.#renderings.get(key);
    if (existing) return existing;
    const rendering = render([...this.people.values()], inRole(role), clientGravatar);
    rendering.catch(() => this.#renderings.delete(key));
    this.#renderings.set(key, rendering);
    for (const oldest of this.#renderings.keys()) {
      if (this.#renderings.size <= maxRenderings) break;
      this.#renderings.delete(oldest);
    }
    return rendering;
  }
}

const unchanged = (text: SharedText): SharedJson => new SharedJson([{ text, replacements: [] }]);

const source: ListSource<TxScope, PeopleList> = { listChanges: listPeopleChanges, readAll, readChanged };

async function readAll(tx: TxScope, snapshot: Snapshot): Promise<PeopleList> {
  const people = new Map<number, ListedPerson>();
  const lineage = await readLineage(tx);
  for await (const page of listedPages(tx))
    for (const listed of page) people.set(listed.person.userId, listed);
  return new PeopleList(lineage, snapshot, people);
}

async function readChanged(
  tx: TxScope,
  list: PeopleList,
  snapshot: Snapshot,
  userIds: readonly number[],
): Promise<PeopleList> {
  if (userIds.length === 0) return list.at(snapshot);
  const read = new Map<number, ListedPerson>();
  for await (const page of listedPages(tx, userIds)) {
    for (const listed of page) read.set(listed.person.userId, listed);
  }
  const people = new Map(list.people);
  let isOrdered = true;
  for (const userId of userIds) {
    const listed = read.get(userId);
    if (!listed) people.delete(userId);
    else {
      isOrdered &&= people.has(userId);
      people.set(userId, listed);
    }
  }
  const ordered = isOrdered ? people : new Map([...people].sort(([one], [other]) => one - other));
  return new PeopleList(list.lineage, snapshot, ordered);
}

/** Yields people with their profile values, in order of ID. */
async function* listedPages(tx: TxScope, userIds?: readonly number[]): AsyncGenerator<ListedPerson[]> {
  for await (const page of userPages(tx, userIds)) {
    tx.call.signal.throwIfAborted();
    const profileOf = await listProfileData(
      tx,
      page.map(({ userId }) => userId),
    );
    yield page.map((person) => ({ person, profileData: profileOf(person.userId) }));
  }
}

/** The JSON arrays for one role, and the bytes that each active person takes in theirs (`end` is exclusive). */
type Rendering = {
  active: SharedText;
  inactive: SharedText;
  places: ReadonlyMap<number, readonly [start: number, end: number]>;
};

async function render(
  people: readonly ListedPerson[],
  viewer: Viewer,
  clientGravatar: boolean,
): Promise<Rendering> {
  const active: Buffer[] = [];
  const inactive: Buffer[] = [];
  const places = new Map<number, readonly [number, number]>();
  // One byte precedes each entry: the opening bracket or a comma.
  let end = 0;
  for (let from = 0; from < people.length; from += sliceSize) {
    if (from > 0) await setImmediate();
    for (const { person, profileData } of people.slice(from, from + sliceSize)) {
      const text = Buffer.from(JSON.stringify(presentUser(person, { viewer, clientGravatar, profileData })));
      if (person.isActive) {
        places.set(person.userId, [end + 1, end + 1 + text.length]);
        end += 1 + text.length;
      }
      (person.isActive ? active : inactive).push(text);
    }
  }
  return { active: jsonArray(active), inactive: jsonArray(inactive), places };
}

const [open, comma, close] = ['[', ',', ']'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];

const jsonArray = (texts: readonly Buffer[]): SharedText =>
  new SharedText(
    Buffer.concat([open, ...texts.flatMap((text, index) => (index === 0 ? [text] : [comma, text])), close]),
  );

/** Returns a viewer with a role who is not in the list. */
const inRole = (role: number): Viewer => ({ userId: 0, role });
