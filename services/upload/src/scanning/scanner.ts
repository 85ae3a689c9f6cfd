/** Result of a scan. `finding` names what the scanner found. */
export type Verdict = { isHarmful: false } | { isHarmful: true; finding: string };

/** A virus scanner. It receives the bytes of one content, and no other data of the service. */
export type Scanner = {
  /** Scans bytes. Rejects when there is no result, because the scanner is not available, broken or too slow. */
  scan(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<Verdict>;
};

/** Maximum length of a finding in characters, because it is stored and displayed. */
const maxFinding = 200;

/** Returns a finding in printable ASCII, shortened to the maximum. */
export const findingOf = (text: string): string =>
  text
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, maxFinding) || 'unnamed';
