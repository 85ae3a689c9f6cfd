/** Result of a scan. `finding` is the scanner's name for the malware. */
export type Verdict = { isHarmful: false } | { isHarmful: true; finding: string };

/** A virus scanner. It receives only the bytes of the file. */
export type Scanner = {
  /** Scans bytes. Rejects when there is no result, because the scanner is not available, fails, or is aborted. */
  scan(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<Verdict>;
};

/** Maximum length of a finding in characters. It is stored and shown to people. */
const maxFinding = 200;

/** Returns a finding in printable ASCII, cut off at the maximum length. */
export const findingOf = (text: string): string =>
  text
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, maxFinding) || 'unnamed';
