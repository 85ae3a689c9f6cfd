/**
 * How a search goes through the index: in steps, each of which reads more documents than the one before, until enough are found. A
 * frequent word fills a page in the first step, and for a rare word a step costs next to nothing.
 *
 * Steps are ranges of IDs. How many documents a range has differs by a factor of a million: IDs of messages that were sent have no
 * gaps, and those of imported ones are times. So the size of a range follows from the size of its partition.
 */
import { blockOf, blockSizeOf, blockTerm } from './search-document.ts';

/** A partition of the index: `from` <= ID < `to`, and about how many documents it has. */
export type Partition = { from: number; to: number; documents: number };

/** A part of a step: `from` <= ID < `to`. With `blocks`, all of its documents have one of these terms. */
export type Piece = { from: number; to: number; blocks?: string[] };

/** Where a search begins, and where it ends: `from` <= ID < `to`. */
export type SearchRange = { from: number; to: number; direction: 'older' | 'newer' };

/** What the index knows about its documents. */
export type Extent = {
  /** In ascending order. */
  partitions: readonly Partition[];
  /** No message above this ID has a document. */
  indexedUntil: number;
  /** Documents of messages below this ID may lack the term of their block. */
  currentFrom: number;
};

/** About how many documents a step reads. The last step reads the rest. */
const sizes = [8_192, 65_536, 262_144, 1_048_576, 4_194_304] as const;
/** A part asks for at most so many blocks: each of its documents is compared with the terms of all of them. */
const maxBlocks = 32;
/** A partition that exceeds what is left of a step by this factor at most is read as a whole. */
const tolerance = 1.5;

/** Returns the steps of a search. One after the other, their parts cover its range once, without gaps. */
export function stepsOf(range: SearchRange, extent: Extent): Piece[][] {
  const walk = range.direction === 'older' ? walkDown(range, extent) : walkUp(range, extent);
  const steps: Piece[][] = [];
  for (const size of sizes) {
    const pieces = walk.take(size);
    if (pieces.length > 0) steps.push(pieces);
  }
  const rest = walk.rest();
  if (rest) steps.push([rest]);
  return steps;
}

/** Returns what is left of parts after a search has found a message, in its order. */
export const piecesBeyond = (
  pieces: readonly Piece[],
  id: number,
  direction: SearchRange['direction'],
): Piece[] =>
  pieces
    .map((piece) =>
      direction === 'older'
        ? { ...piece, to: Math.min(piece.to, id) }
        : { ...piece, from: Math.max(piece.from, id + 1) },
    )
    .filter(({ from, to }) => from < to);

type Walk = {
  /** Returns the next parts, with about so many documents; none at the end. */
  take(documents: number): Piece[];
  /** Returns what is left. */
  rest(): Piece | undefined;
};

function walkDown({ from, to }: SearchRange, extent: Extent): Walk {
  const left = extent.partitions.filter((each) => each.from < to && each.to > from).toReversed();
  let at = to;
  return {
    take(documents) {
      const pieces: Piece[] = [];
      let room = documents;
      for (let [partition] = left; partition && room > 0 && at > from; [partition] = left) {
        const top = Math.min(at, endOf(partition, extent));
        const perId = densityOf(partition, extent);
        const inPartition = perId * Math.max(0, top - partition.from);
        if (inPartition <= room * tolerance) {
          left.shift();
          room -= inPartition;
          // The last partition ends the search, so that nothing is left for a statement of its own.
          const next = left.length === 0 ? from : Math.max(partition.from, from);
          joinLower(pieces, { from: next, to: at });
          at = next;
          continue;
        }
        const size = blockSizeOf(partition.from);
        const start = Math.floor(Math.max(top - room / perId, top - maxBlocks * size) / size) * size;
        const next = Math.max(start, partition.from, from);
        // What lies above the partition may have documents of a partition that is not known yet.
        const end = Math.min(at, partition.to);
        if (at > end) joinLower(pieces, { from: end, to: at });
        pieces.push(withBlocks({ from: next, to: end }, extent));
        at = next;
        room = 0;
      }
      return pieces;
    },
    rest: () => (at > from ? { from, to: at } : undefined),
  };
}

function walkUp({ from, to }: SearchRange, extent: Extent): Walk {
  const left = extent.partitions.filter((each) => each.from < to && each.to > from);
  let at = from;
  return {
    take(documents) {
      const pieces: Piece[] = [];
      let room = documents;
      for (let [partition] = left; partition && room > 0 && at < to; [partition] = left) {
        const bottom = Math.max(at, partition.from);
        const perId = densityOf(partition, extent);
        const inPartition = perId * Math.max(0, endOf(partition, extent) - bottom);
        if (inPartition <= room * tolerance) {
          left.shift();
          room -= inPartition;
          const next = left.length === 0 ? to : Math.min(partition.to, to);
          joinUpper(pieces, { from: at, to: next });
          at = next;
          continue;
        }
        const size = blockSizeOf(partition.from);
        const end = Math.ceil(Math.min(bottom + room / perId, bottom + maxBlocks * size) / size) * size;
        const next = Math.min(end, partition.to, to);
        if (bottom > at) joinUpper(pieces, { from: at, to: bottom });
        pieces.push(withBlocks({ from: bottom, to: next }, extent));
        at = next;
        room = 0;
      }
      return pieces;
    },
    rest: () => (at < to ? { from: at, to } : undefined),
  };
}

/** Returns where the documents of a partition end. */
const endOf = ({ from, to }: Partition, { indexedUntil }: Extent): number =>
  indexedUntil >= from && indexedUntil < to ? indexedUntil + 1 : to;

const densityOf = (partition: Partition, extent: Extent): number =>
  partition.documents / (endOf(partition, extent) - partition.from);

function withBlocks(piece: Piece, { currentFrom }: Extent): Piece {
  const [first, last] = [blockOf(piece.from), blockOf(piece.to - 1)];
  if (piece.from < currentFrom || last - first > maxBlocks) return piece;
  const size = blockSizeOf(piece.from);
  return {
    ...piece,
    blocks: Array.from({ length: last - first + 1 }, (_, index) => blockTerm((first + index) * size)),
  };
}

function joinLower(pieces: Piece[], { from, to }: Piece): void {
  const last = pieces.at(-1);
  if (last && !last.blocks) last.from = from;
  else pieces.push({ from, to });
}

function joinUpper(pieces: Piece[], { from, to }: Piece): void {
  const last = pieces.at(-1);
  if (last && !last.blocks) last.to = to;
  else pieces.push({ from, to });
}
