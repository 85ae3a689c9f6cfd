/** A software authenticator for passkeys. It has one key pair (ES256) and claims to verify the user. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** Encodes a value as CBOR. Supports only the types that attestations need. */
function cbor(value: unknown): Buffer {
  const head = (major: number, length: number): Buffer =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = value instanceof Map ? [...value] : Object.entries(value as object);
  return Buffer.concat([head(5, entries.length), ...entries.flatMap((entry) => entry.map(cbor))]);
}

const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

type Asked = { challenge_token: string; challenge: string; rp_id: string };
/** Deviations that simulate an attacker: another site, or an authenticator that did not verify the user. */
type Tamper = { origin?: string; rpId?: string; isUnverified?: boolean };

export class PasskeyStandIn {
  readonly id = text(randomBytes(32));
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  #data(rpId: string, { isNew = false, isUnverified = false }): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++this.#counter);
    const flags = 0x01 | (isUnverified ? 0 : 0x04) | (isNew ? 0x40 : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }

  #client(type: string, challenge: string, { origin = this.#origin }: Tamper): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  /** Returns the authenticator's answer to a challenge that creates a passkey. */
  create(asked: Asked, tamper: Tamper = {}) {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const authData = Buffer.concat([
      this.#data(tamper.rpId ?? asked.rp_id, { isNew: true }),
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      cbor(key),
    ]);
    return {
      challenge_token: asked.challenge_token,
      id: this.id,
      client_data_json: text(this.#client('webauthn.create', asked.challenge, tamper)),
      attestation_object: text(cbor({ fmt: 'none', attStmt: {}, authData })),
      transports: ['internal'],
    };
  }

  /** Returns the authenticator's signed answer to a challenge. */
  sign(asked: Asked, tamper: Tamper = {}) {
    const data = this.#data(tamper.rpId ?? asked.rp_id, { isUnverified: tamper.isUnverified ?? false });
    const client = this.#client('webauthn.get', asked.challenge, tamper);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(client)]))
      .sign(this.#keys.privateKey);
    return {
      challenge_token: asked.challenge_token,
      id: this.id,
      client_data_json: text(client),
      authenticator_data: text(data),
      signature: text(signature),
    };
  }
}
