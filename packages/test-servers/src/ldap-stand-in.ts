import { createServer, type Server, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { firstItem, itemAt, portOf, required } from '@parley/core';

export type LdapEntry = { dn: string; password?: string; attributes: Record<string, (string | Buffer)[]> };

/** A value in BER, the binary encoding of LDAP messages. */
type Value = { tag: number; content: Buffer };

/** Reads the BER value at an offset of a buffer. Returns undefined when the buffer does not contain the complete value. */
function read(buffer: Buffer, start = 0): (Value & { end: number }) | undefined {
  if (buffer.length < start + 2) return undefined;
  const first = buffer.readUInt8(start + 1);
  const more = first & 0x80 ? first & 0x7f : 0;
  if (buffer.length < start + 2 + more) return undefined;
  const length = more === 0 ? first : buffer.readUIntBE(start + 2, more);
  const begin = start + 2 + more;
  if (buffer.length < begin + length) return undefined;
  return {
    tag: buffer.readUInt8(start),
    content: buffer.subarray(begin, begin + length),
    end: begin + length,
  };
}

function parts(content: Buffer): Value[] {
  const found: Value[] = [];
  for (let at = 0; at < content.length; ) {
    const value = required(read(content, at), 'complete value');
    found.push(value);
    at = value.end;
  }
  return found;
}

function write(tag: number, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((each) => Buffer.from(each)));
  const { length } = body;
  const head = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), body]);
}

const result = (tag: number, code: number): Buffer =>
  write(tag, write(0x0a, Buffer.from([code])), write(0x04, ''), write(0x04, ''));

/** Returns whether an entry matches an LDAP filter. Supports and, or, not, equality, presence and substrings. */
function matches({ attributes }: LdapEntry, { tag, content }: Value): boolean {
  const valuesOf = (name: string) =>
    Object.entries(attributes).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] ?? [];
  const entry = { dn: '', attributes };
  switch (tag) {
    case 0xa0:
      return parts(content).every((each) => matches(entry, each));
    case 0xa1:
      return parts(content).some((each) => matches(entry, each));
    case 0xa2:
      return !matches(entry, firstItem(parts(content)));
    case 0xa3: {
      const [name = '', value = ''] = parts(content).map((each) => each.content.toString());
      return valuesOf(name).some((each) => each.toString().toLowerCase() === value.toLowerCase());
    }
    case 0xa4: {
      const given = parts(content);
      const [name, pieces] = [itemAt(given, 0), itemAt(given, 1)];
      const texts = parts(pieces.content).map((each) => each.content.toString());
      return valuesOf(name.content.toString()).some((each) => texts.every((text) => each.includes(text)));
    }
    case 0x87:
      return valuesOf(content.toString()).length > 0;
    default:
      throw new Error(`unknown filter ${tag}`);
  }
}

/** A local LDAP 3 directory server that supports simple binds, searches and StartTLS. */
export class LdapStandIn {
  readonly entries: LdapEntry[];
  /** Names and passwords of all bind requests, and whether each connection was encrypted. */
  readonly binds: { dn: string; password: string; isEncrypted: boolean }[] = [];
  /** Whether the server closes connections as soon as they are opened. */
  closesConnections = false;
  readonly #server: Server;
  readonly #tls: { key: string; cert: string };
  readonly #sockets = new Set<Socket>();
  port = 0;
  /** In milliseconds. Infinity never answers. Answers to StartTLS are never delayed. */
  delayMs = 0;

  private constructor(entries: LdapEntry[], tls: { key: string; cert: string }) {
    this.entries = entries;
    this.#tls = tls;
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket)).on('error', () => socket.destroy());
      if (this.closesConnections) socket.destroy();
      else this.#serve(socket, false);
    });
  }

  static async start(entries: LdapEntry[], tls: { key: string; cert: string }): Promise<LdapStandIn> {
    const directory = new LdapStandIn(entries, tls);
    await new Promise<void>((resolve) => directory.#server.listen(0, '127.0.0.1', resolve));
    directory.port = portOf(directory.#server);
    return directory;
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #serve(socket: Socket, isEncrypted: boolean): void {
    let pending = Buffer.alloc(0);
    const onData = (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      for (let message = read(pending); message; message = read(pending)) {
        pending = pending.subarray(message.end);
        const given = parts(message.content);
        const [id, operation] = [itemAt(given, 0), itemAt(given, 1)];
        const answer = (...bodies: Buffer[]) => {
          for (const body of bodies) socket.write(write(0x30, write(0x02, id.content), body));
        };
        if (operation.tag === 0x77) {
          answer(result(0x78, 0));
          socket.off('data', onData);
          this.#serve(
            new TLSSocket(socket, { isServer: true, ...this.#tls }).on('error', () => socket.destroy()),
            true,
          );
          return;
        }
        if (operation.tag === 0x42) return void socket.end();
        const bodies = this.#answer(operation, isEncrypted);
        if (this.delayMs === 0) answer(...bodies);
        else if (this.delayMs !== Number.POSITIVE_INFINITY) setTimeout(answer, this.delayMs, ...bodies);
      }
    };
    socket.on('data', onData);
  }

  #answer({ tag, content }: Value, isEncrypted: boolean): Buffer[] {
    const given = parts(content);
    if (tag === 0x60) {
      const [dn, password] = [itemAt(given, 1).content.toString(), itemAt(given, 2).content.toString()];
      this.binds.push({ dn, password, isEncrypted });
      const entry = this.entries.find((each) => each.dn.toLowerCase() === dn.toLowerCase());
      // A bind with an empty password succeeds without proving an identity, as in many directories (RFC 4513, 5.1.2).
      return [result(0x61, password === '' || entry?.password === password ? 0 : 49)];
    }
    if (tag !== 0x63) return [];
    const base = firstItem(given).content.toString().toLowerCase();
    const wanted = parts(itemAt(given, 7).content).map((each) => each.content.toString().toLowerCase());
    const found = this.entries.filter(
      (entry) => entry.dn.toLowerCase().endsWith(base) && matches(entry, itemAt(given, 6)),
    );
    return [
      ...found.map(({ dn, attributes }) =>
        write(
          0x64,
          write(0x04, dn),
          write(
            0x30,
            ...Object.entries(attributes)
              .filter(([name]) => wanted.includes(name.toLowerCase()))
              .map(([name, values]) =>
                write(0x30, write(0x04, name), write(0x31, ...values.map((each) => write(0x04, each)))),
              ),
          ),
        ),
      ),
      result(0x65, 0),
    ];
  }
}
