/** Result of a scan. `finding` names what the scanner found. */
export type Verdict = { isHarmful: false } | { isHarmful: true; finding: string };

/** A virus scanner. It gets the bytes of one content, and nothing else from the service. */
export type Scanner = {
  /** Rejects when there is no verdict: the scanner is unavailable, broken or too slow. */
  scan(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<Verdict>;
};

/** Maximum length of a finding, in characters: it is stored and shown. */
const maxFinding = 200;

/** Returns a finding in printable ASCII, shortened. */
export const findingOf = (text: string): string =>
  text
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, maxFinding) || 'unnamed';
