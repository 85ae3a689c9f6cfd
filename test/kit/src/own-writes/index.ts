import { ApiClient, ApiError } from '../api-client.ts';
import { Person } from '../person.ts';
import { randomOf } from '../random.ts';
import { channelWrites } from './channels.ts';
import type { Lane, Writes } from './lane.ts';
import { messageWrites } from './messages.ts';
import { organizationWrites } from './organization.ts';
import { personalWrites } from './personal.ts';
import { userWrites } from './users.ts';

export type { Lane } from './lane.ts';

/** All kinds of writes by name, each with the reads that must show it. */
const ownWrites: Writes = {
  ...messageWrites,
  ...userWrites,
  ...organizationWrites,
  ...channelWrites,
  ...personalWrites,
};

/** Names of the API operations with which the writes are made, sorted. */
export const writtenOperations: readonly string[] = [
  ...new Set(Object.values(ownWrites).flatMap(({ operations }) => operations)),
].sort();

/** A write and then one of its reads, made as the same person. */
export type Pair = {
  pair: string;
  /** Whether the read showed the write. */
  isSeen: boolean;
  /** Repeats both. Returns whether the read showed the write this time. */
  again: () => Promise<boolean>;
};

/** Makes a random write and then one of its reads, each through a random gateway. */
export async function randomPair(lane: Lane): Promise<Pair> {
  const names = Object.keys(ownWrites).filter(
    (name) => lane.changesOrganization || !ownWrites[name]!.isOfOrganization,
  );
  const write = names[lane.random(names.length)]!;
  return makePair(lane, write, (reads) => reads[lane.random(reads.length)]!);
}

/**
 * Makes a write and then the read that `choose` returns. Repeats both, at most four times, when a request is answered with 503:
 * with this status, a server asks for the same request again later.
 */
async function makePair(
  lane: Lane,
  write: string,
  choose: (reads: readonly string[]) => string,
): Promise<Pair> {
  for (let repeats = 4; ; repeats--) {
    try {
      const reads = await ownWrites[write]!.make(lane);
      const read = choose(Object.keys(reads));
      const isSeen = await reads[read]!();
      const again = async () => (await makePair(lane, write, () => read)).isSeen;
      return { pair: `${write} → ${read}`, isSeen, again };
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 503 || repeats === 0) throw error;
    } finally {
      await cleanUp(lane);
    }
  }
}

/** Removes the objects that writes have created. Ignores failures. */
async function cleanUp({ cleanups }: Lane): Promise<void> {
  for (const clean of cleanups.splice(0)) await clean().catch(() => undefined);
}

/** Makes every pair of a write and a read once, in order. Repeats the write for each read, so that each read is the first one. */
export async function* everyPair(lane: Lane): AsyncGenerator<Pair> {
  for (const write of Object.keys(ownWrites)) {
    let readsCount = 1;
    for (let index = 0; index < readsCount; index++) {
      yield await makePair(lane, write, (reads) => {
        readsCount = reads.length;
        return reads[index]!;
      });
    }
  }
}

export type LanesOptions = { owner: Person; people: readonly Person[]; url: () => string; seed: number };

/** Makes people owners, and creates a lane (a sequence of writes) for each of them. */
export async function openLanes({ owner, people, url, seed }: LanesOptions): Promise<Lane[]> {
  await owner.subscribe(['everyone']);
  const { stream_id: defaultChannelId } = await owner.api.get('/get_stream_id', { stream: 'everyone' });
  await owner.api.post('/default_streams', { stream_id: defaultChannelId });
  let count = 0;
  const lanes: Lane[] = [];
  for (const [index, account] of people.entries()) {
    const person = new Person(account, new ApiClient(url, account));
    await owner.api.patch(`/users/${person.userId}`, { role: 100 });
    const channel = `lane ${index}`;
    await person.subscribe([channel]);
    const { stream_id: channelId } = await person.api.get('/get_stream_id', { stream: channel });
    lanes.push({
      person,
      channel,
      channelId,
      defaultChannelId,
      url,
      next: () => count++,
      cleanups: [],
      changesOrganization: index === 0,
      random: randomOf(seed + index),
    });
  }
  return lanes;
}
