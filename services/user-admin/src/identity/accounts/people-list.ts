import { setImmediate } from 'node:timers/promises';
import { containsSnapshot } from '@parley/db';
import type { Snapshot } from '@parley/proto/common/v1/snapshot';
import { canSeeDeliveryEmail, type Viewer } from '@parley/rules';
import { SharedJson } from '../../kernel/domain/json-object.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { listPeopleChanges, readLineage } from '../db/people-changes.ts';
import { listProfileData, type ProfileData } from '../db/profile-values.ts';
import { presentUser } from '../domain/present-user.ts';
import { userPages } from './user-pages.ts';

/** A person or bot with the values of profile fields. */
export type ListedPerson = { person: Person; profileData: ProfileData };

/** JSON array texts of active and deactivated people. */
export type PeopleTexts = { active: SharedJson; inactive: SharedJson };

/** A list that was not used for this long is read as a whole, in milliseconds. The database keeps the changes of two days. */
const maxAgeMs = 24 * 3_600_000;

/** When more people changed, the list is read as a whole. */
const maxChanged = 2_000;

/** People serialized at once: a few milliseconds of work, so that other requests run in between. */
const sliceSize = 250;

/** Maximum number of kept texts: one for each pair of the viewer's role and `client_gravatar`. */
const maxRenderings = 4;

/**
 * Keeps the list of all people and bots but system bots, as one snapshot of the database shows it, and its JSON text. Each
 * registration needs the list as its own snapshot shows it, and between two registrations few people change: the changed
 * rows are read, the others are reused (docs/decisions/shared-registration.md).
 */
export class PeopleListCache {
  #latest: PeopleList | undefined;
  #reading: Promise<unknown> | undefined;

  /** Returns the list as the snapshot of the transaction shows it. */
  async read(tx: TxScope, snapshot: Snapshot): Promise<PeopleList> {
    // Reading the whole list takes long. Registrations that arrive meanwhile wait for it and read only the changes.
    await this.#reading;
    const latest = this.#latest;
    if (latest && Date.now() - latest.usedAt < maxAgeMs && containsSnapshot(snapshot, latest.snapshot)) {
      const { lineage, userIds } = await listPeopleChanges(tx, latest.snapshot.xmin);
      if (lineage === latest.lineage && userIds.length <= maxChanged) {
        return this.#keep(await changed(tx, latest, snapshot, userIds));
      }
    }
    const reading = readAll(tx, snapshot);
    const settled = reading.catch(() => undefined);
    this.#reading = settled;
    try {
      return this.#keep(await reading);
    } finally {
      if (this.#reading === settled) this.#reading = undefined;
    }
  }

  /** Replaces the kept list, unless the kept one has a later snapshot. */
  #keep(list: PeopleList): PeopleList {
    const latest = this.#latest;
    const isOlder = latest?.lineage === list.lineage && !containsSnapshot(list.snapshot, latest.snapshot);
    if (!isOlder) this.#latest = list;
    return list;
  }
}

/** The list as one snapshot shows it. */
export class PeopleList {
  readonly lineage: string;
  readonly snapshot: Snapshot;
  /** In order of ID. */
  readonly people: ReadonlyMap<number, ListedPerson>;
  readonly usedAt = Date.now();
  #renderings: Map<string, Promise<Rendering>>;

  constructor(
    lineage: string,
    snapshot: Snapshot,
    people: ReadonlyMap<number, ListedPerson>,
    renderings: Map<string, Promise<Rendering>> = new Map(),
  ) {
    this.lineage = lineage;
    this.snapshot = snapshot;
    this.people = people;
    this.#renderings = renderings;
  }

  /** Returns the same list for a later snapshot in which nobody changed. It shares the texts. */
  at(snapshot: Snapshot): PeopleList {
    return new PeopleList(this.lineage, snapshot, this.people, this.#renderings);
  }

  /** Returns the texts for a viewer who sees everybody. */
  async textsFor(viewer: Viewer, clientGravatar: boolean): Promise<PeopleTexts> {
    const rendering = await this.#rendering(viewer.role, clientGravatar);
    const own = this.people.get(viewer.userId);
    if (!own?.person.isActive || canSeeDeliveryEmail(own.person, inRole(viewer.role))) return rendering.texts;
    // People see their own address even where others of their role do not.
    const text = Buffer.from(JSON.stringify(presentUser(own.person, { viewer, clientGravatar, ...own })));
    const [start, end] = rendering.places.get(viewer.userId)!;
    return { ...rendering.texts, active: rendering.texts.active.with({ start, end, text }) };
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

async function readAll(tx: TxScope, snapshot: Snapshot): Promise<PeopleList> {
  const people = new Map<number, ListedPerson>();
  const lineage = await readLineage(tx);
  for await (const page of listedPages(tx))
    for (const listed of page) people.set(listed.person.userId, listed);
  return new PeopleList(lineage, snapshot, people);
}

async function changed(
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

/** The texts for one role, and the bytes that each active person takes in them (`end` is exclusive). */
type Rendering = { texts: PeopleTexts; places: ReadonlyMap<number, readonly [start: number, end: number]> };

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
  return { texts: { active: jsonArray(active), inactive: jsonArray(inactive) }, places };
}

const [open, comma, close] = ['[', ',', ']'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];

const jsonArray = (texts: readonly Buffer[]): SharedJson =>
  new SharedJson(
    Buffer.concat([open, ...texts.flatMap((text, index) => (index === 0 ? [text] : [comma, text])), close]),
  );

/** Returns a viewer with a role who is not in the list. */
const inRole = (role: number): Viewer => ({ userId: 0, role });
