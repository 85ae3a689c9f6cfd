import type { Snapshot } from '@parley/proto/common/v1/snapshot';
import { type ListSource, type SharedJson, type SnapshotList, SnapshotListCache } from '@parley/registration';
import { canSeeDeliveryEmail, type UserId } from '@parley/rules';
import { PeopleByRole } from '../kernel/domain/people-by-role.ts';
import type { Person } from '../kernel/domain/person.ts';
import type { SnapshotScope } from '../kernel/scope.ts';
import { listPeopleChanges, readLineage } from './db/people-changes.ts';
import { listProfileData } from './db/profile-values.ts';
import { presentUser } from './domain/present-user.ts';
import { joinBlocks, type ListedPerson, type PeopleBlock, renderBlocks } from './people-blocks.ts';
import { userPages } from './user-pages.ts';

export type PeopleTexts = { active: SharedJson; inactive: SharedJson };

/** Maximum number of cached renderings. Each is for one role of viewers. */
const maxRenderings = 4;

export type PeopleListCache = SnapshotListCache<SnapshotScope, PeopleList>;

/** Rendered blocks of a list for viewers with one role, or the promise of them. */
type Rendering = { of: PeopleList['people']; blocks: Promise<readonly PeopleBlock[]> };

export const createPeopleListCache = (): PeopleListCache => new SnapshotListCache(source);

export class PeopleList implements SnapshotList {
  readonly lineage: string;
  readonly snapshot: Snapshot;
  /** The people by ID, in ascending order. */
  readonly people: ReadonlyMap<UserId, ListedPerson>;
  readonly usedAt = Date.now();
  readonly isKept = true;
  readonly byRole: PeopleByRole;
  /** Shared with the lists that `at` returns, so that concurrent requests render a list once. */
  readonly #renderings: Map<UserId, Rendering>;

  constructor(
    lineage: string,
    snapshot: Snapshot,
    people: ReadonlyMap<UserId, ListedPerson>,
    renderings: Map<UserId, Rendering> = new Map(),
    byRole = new PeopleByRole(Array.from(people.values(), ({ person }) => person)),
  ) {
    this.lineage = lineage;
    this.snapshot = snapshot;
    this.people = people;
    this.byRole = byRole;
    this.#renderings = renderings;
  }

  at(snapshot: Snapshot, people = this.people): PeopleList {
    const byRole = people === this.people ? this.byRole : undefined;
    return new PeopleList(this.lineage, snapshot, people, this.#renderings, byRole);
  }

  async textsFor(viewer: Person): Promise<PeopleTexts> {
    const blocks = await this.#blocks(viewer.role);
    const own = this.people.get(viewer.userId);
    // People may see their own address, even if other people with the same role may not see it.
    const differs = own?.person.isActive && !canSeeDeliveryEmail(own.person, { role: viewer.role });
    const ownText = differs && {
      userId: viewer.userId,
      text: Buffer.from(JSON.stringify(presentUser(own.person, { viewer, ...own }))),
    };
    return {
      active: joinBlocks(blocks, ({ active }) => active, ownText || undefined),
      inactive: joinBlocks(blocks, ({ inactive }) => inactive),
    };
  }

  #blocks(role: number): Promise<readonly PeopleBlock[]> {
    const earlier = this.#renderings.get(role);
    if (earlier?.of === this.people) return earlier.blocks;
    const render = async () =>
      renderBlocks([...this.people.values()], { role }, await earlier?.blocks.catch(() => []));
    const rendering = { of: this.people, blocks: render() };
    rendering.blocks.catch(() => {
      if (this.#renderings.get(role) !== rendering) return;
      if (earlier) this.#renderings.set(role, earlier);
      else this.#renderings.delete(role);
    });
    this.#renderings.delete(role);
    this.#renderings.set(role, rendering);
    for (const oldest of this.#renderings.keys()) {
      if (this.#renderings.size <= maxRenderings) break;
      this.#renderings.delete(oldest);
    }
    return rendering.blocks;
  }
}

const source: ListSource<SnapshotScope, PeopleList> = {
  listChanges: ({ small }, xmin) => listPeopleChanges(small, xmin),
  readAll,
  readChanged,
};

async function readAll(tx: SnapshotScope, snapshot: Snapshot): Promise<PeopleList> {
  const people = new Map<UserId, ListedPerson>();
  const lineage = await readLineage(tx);
  for await (const page of listedPages(tx))
    for (const listed of page) people.set(listed.person.userId, listed);
  return new PeopleList(lineage, snapshot, people);
}

async function readChanged(
  tx: SnapshotScope,
  list: PeopleList,
  snapshot: Snapshot,
  userIds: readonly UserId[],
): Promise<PeopleList> {
  if (userIds.length === 0) return list.at(snapshot);
  const read = new Map<UserId, ListedPerson>();
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
  return list.at(snapshot, ordered);
}

/** Yields people with their profile values, ordered by ID, one page at a time. */
async function* listedPages(tx: SnapshotScope, userIds?: readonly UserId[]): AsyncGenerator<ListedPerson[]> {
  for await (const page of userPages(tx, userIds)) {
    tx.call.signal.throwIfAborted();
    const profileOf = await listProfileData(
      tx,
      page.map(({ userId }) => userId),
    );
    yield page.map((person) => ({ person, profileData: profileOf(person.userId) }));
  }
}
