// Signatures of a release: an envelope around its provenance, and checksums of its files.
import { createHash, sign as signBytes, verify as verifyBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
/** Files that are not in the list of checksums. */
const unlisted = new Set(['SHA256SUMS', 'SHA256SUMS.sig']);

/** Returns the bytes that are signed for a DSSE envelope: https://github.com/secure-systems-lab/dsse/blob/master/protocol.md */
const signedBytes = (payload) =>
  Buffer.from(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} ${payload}`);

/** Signs a statement. Returns it in a DSSE envelope. */
export function envelope(statement, key) {
  const payload = JSON.stringify(statement);
  return {
    payloadType: PAYLOAD_TYPE,
    payload: Buffer.from(payload).toString('base64'),
    signatures: [{ sig: signBytes(null, signedBytes(payload), key).toString('base64') }],
  };
}

/**
 * Verifies a DSSE envelope and returns its statement.
 * @throws Error when the signature does not match the public key
 */
export function openEnvelope({ payload, signatures }, publicKey) {
  const text = Buffer.from(payload, 'base64').toString();
  const signature = Buffer.from(signatures[0].sig, 'base64');
  if (!verifyBytes(null, signedBytes(text), publicKey, signature)) {
    throw new Error('The signature of the provenance is not valid.');
  }
  return JSON.parse(text);
}

const digestOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Writes the checksums of all files in a folder, and a signature of the checksums. */
export function seal(folder, key) {
  const files = readdirSync(folder).filter((name) => !unlisted.has(name));
  const sums = files.sort().map((name) => `${digestOf(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  writeFileSync(join(folder, 'SHA256SUMS.sig'), signBytes(null, Buffer.from(sums.join('')), key));
}

/**
 * Verifies the checksums of a folder and their signature.
 * @throws Error when the signature is invalid, or a file is missing, changed or not listed
 */
export function verifySeal(folder, publicKey) {
  const sums = readFileSync(join(folder, 'SHA256SUMS'));
  if (!verifyBytes(null, sums, publicKey, readFileSync(join(folder, 'SHA256SUMS.sig')))) {
    throw new Error('The signature of SHA256SUMS is not valid.');
  }
  const listed = new Map(
    sums
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.split('  ').reverse()),
  );
  const files = readdirSync(folder).filter((name) => !unlisted.has(name));
  for (const name of new Set([...files, ...listed.keys()])) {
    if (!files.includes(name)) throw new Error(`${name} is missing.`);
    if (listed.get(name) !== digestOf(join(folder, name))) throw new Error(`${name} has another checksum.`);
  }
}
