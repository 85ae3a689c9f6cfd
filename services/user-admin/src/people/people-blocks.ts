/** When a person changes, only the block with this person is rendered and sent again. */
import { setImmediate } from 'node:timers/promises';
import type { Replacement } from '@parley/proto/common/v1/initial_state';
import { SharedJson, type SharedPiece, SharedText } from '@parley/registration';
import type { UserId, Viewer } from '@parley/rules';
import type { Person } from '../kernel/domain/person.ts';
import type { ProfileData } from './db/profile-values.ts';
import { presentUser } from './domain/present-user.ts';

/** A person or bot, with values of profile fields. */
export type ListedPerson = { person: Person; profileData: ProfileData };

/** A block is rendered without yielding to the event loop, which takes a few milliseconds. */
const peoplePerBlock = 256;

/** Rendered part of the list of people, as viewers with one role see it. */
export class PeopleBlock {
  readonly #listed: readonly ListedPerson[];
  /** JSON of the active people, with a comma before each; undefined when there are none. */
  readonly active: SharedText | undefined;
  /** JSON of the deactivated people, with a comma before each; undefined when there are none. */
  readonly inactive: SharedText | undefined;
  /** Position of each active person's JSON in the text, in bytes, without the comma. `end` is exclusive. */
  readonly places: ReadonlyMap<number, readonly [start: number, end: number]>;

  constructor(listed: readonly ListedPerson[], viewer: Viewer) {
    this.#listed = listed;
    const active: Buffer[] = [];
    const inactive: Buffer[] = [];
    const places = new Map<number, readonly [number, number]>();
    let end = 0;
    for (const { person, profileData } of listed) {
      const text = Buffer.from(`,${JSON.stringify(presentUser(person, { viewer, profileData }))}`);
      (person.isActive ? active : inactive).push(text);
      if (!person.isActive) continue;
      places.set(person.userId, [end + 1, end + text.length]);
      end += text.length;
    }
    this.places = places;
    this.active = active.length > 0 ? new SharedText(Buffer.concat(active)) : undefined;
    this.inactive = inactive.length > 0 ? new SharedText(Buffer.concat(inactive)) : undefined;
  }

  isOf(listed: readonly ListedPerson[]): boolean {
    return (
      this.#listed.length === listed.length && listed.every((each, index) => each === this.#listed[index])
    );
  }
}

/** Yields between blocks. @param earlier blocks of an earlier list, reused where nothing changed */
export async function renderBlocks(
  listed: readonly ListedPerson[],
  viewer: Viewer,
  earlier: readonly PeopleBlock[] = [],
): Promise<readonly PeopleBlock[]> {
  const blocks: PeopleBlock[] = [];
  let rendered = 0;
  for (let from = 0; from < listed.length; from += peoplePerBlock) {
    const slice = listed.slice(from, from + peoplePerBlock);
    const reused = earlier[blocks.length];
    if (reused?.isOf(slice)) {
      blocks.push(reused);
      continue;
    }
    if (rendered++ > 0) await setImmediate();
    blocks.push(new PeopleBlock(slice, viewer));
  }
  return blocks;
}

const opening = Buffer.from('[');
const closing = Buffer.from(']');
const nobody = new SharedText(Buffer.from('[]'));

/** JSON of the viewer's own entry. It replaces the entry that other viewers see. */
export type OwnText = { userId: UserId; text: Buffer };

/** Joins blocks to a JSON array of people. @param own replaces the entry of one active person */
export function joinBlocks(
  blocks: readonly PeopleBlock[],
  textOf: (block: PeopleBlock) => SharedText | undefined,
  own?: OwnText,
): SharedJson {
  const pieces: (SharedPiece & { replacements: Replacement[] })[] = [];
  for (const block of blocks) {
    const text = textOf(block);
    if (!text) continue;
    // The comma before the first person is replaced by the opening bracket.
    const replacements: Replacement[] = pieces.length === 0 ? [{ start: 0, end: 1, text: opening }] : [];
    const place = own && block.places.get(own.userId);
    if (place) replacements.push({ start: place[0], end: place[1], text: own.text });
    pieces.push({ text, replacements });
  }
  const last = pieces.at(-1);
  if (!last) return new SharedJson([{ text: nobody, replacements: [] }]);
  const { length } = last.text.bytes;
  last.replacements.push({ start: length, end: length, text: closing });
  return new SharedJson(pieces);
}
