/** What a scanner says of a file. `finding` names what it found. */
export type Verdict = { isHarmful: false } | { isHarmful: true; finding: string };

/** Looks for viruses. One of the store's contents passes through it, nothing else of the service. */
export type Scanner = {
  /** Rejects when there is no verdict: the scanner is away, broken or too slow. */
  scan(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<Verdict>;
};

/** Of a finding, characters: it is shown and stored. */
const maxFinding = 200;

/** A finding as it may be shown. */
export const findingOf = (text: string): string =>
  text
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, maxFinding) || 'unnamed';
