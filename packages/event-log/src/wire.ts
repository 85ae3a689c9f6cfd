/**
 * Walks the fields of an encoded protobuf message without decoding it. Followers look at every event of the log and
 * have an interest in few: finding out what an event is must cost next to nothing.
 */
export class Fields {
  /** Number of the present field. */
  number = 0;
  /** Value of a varint field; NaN for any other field, and for a number that is negative or beyond 2^53. */
  value = Number.NaN;
  /** Where the present field's bytes begin and end, without tag and length. */
  start = 0;
  end = 0;
  readonly #data: Uint8Array;
  readonly #limit: number;
  #at: number;

  constructor(data: Uint8Array, start = 0, end = data.length) {
    this.#data = data;
    this.#at = start;
    this.#limit = end;
  }

  /** Moves to the next field; false after the last. @throws RangeError when the bytes are no message. */
  next(): boolean {
    if (this.#at >= this.#limit) return false;
    const tag = this.#varint();
    this.number = tag >>> 3;
    if (this.number === 0) throw new RangeError('a field without a number');
    this.value = Number.NaN;
    this.start = this.#at;
    switch (tag & 7) {
      case 0:
        this.value = this.#varint();
        break;
      case 1:
        this.#at += 8;
        break;
      case 2: {
        const length = this.#varint();
        this.start = this.#at;
        this.#at += length;
        break;
      }
      case 5:
        this.#at += 4;
        break;
      default:
        throw new RangeError(`a field of wire type ${tag & 7}`);
    }
    this.end = this.#at;
    if (!(this.#at <= this.#limit)) throw new RangeError('a field reaches beyond its message');
    return true;
  }

  /** The bytes of the present field, not copied. */
  bytes(): Uint8Array {
    return this.#data.subarray(this.start, this.end);
  }

  /** The present field as text. */
  text(): string {
    const { buffer, byteOffset } = this.#data;
    return Buffer.from(buffer, byteOffset + this.start, this.end - this.start).toString();
  }

  /** The fields of the present field, which is a message. */
  inner(): Fields {
    return new Fields(this.#data, this.start, this.end);
  }

  /** NaN for what is negative or beyond 2^53, which no ID, position or time is. */
  #varint(): number {
    const data = this.#data;
    let byte = data[this.#at++]!;
    let value = byte & 0x7f;
    for (let factor = 128; byte >= 0x80; factor *= 128) {
      if (this.#at >= this.#limit) throw new RangeError('a number without an end');
      byte = data[this.#at++]!;
      value += (byte & 0x7f) * factor;
    }
    return value <= Number.MAX_SAFE_INTEGER ? value : Number.NaN;
  }
}
