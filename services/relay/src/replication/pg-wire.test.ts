import { Duplex } from 'node:stream';
import pg from 'pg';
import { expect, it } from 'vitest';
import { wireOf } from './pg-wire.ts';

/** A fake socket. The test is its other end. */
class FakeSocket extends Duplex {
  readonly written: Buffer[] = [];
  setNoDelay = () => this;
  setKeepAlive = () => this;
  connect = () => this.emit('connect');
  override _read() {}
  override _write(chunk: Buffer, _encoding: string, done: () => void) {
    this.written.push(chunk);
    done();
  }
}

/** Encodes a message of PostgreSQL's protocol: its type, its length and its contents. */
function message(type: string, contents: Buffer): Buffer {
  const head = Buffer.from(`${type}0000`);
  head.writeInt32BE(contents.length + 4, 1);
  return Buffer.concat([head, contents]);
}

it('returns the messages of a replication stream, sends replies to it, and exposes its socket', async () => {
  const socket = new FakeSocket();
  const client = new pg.Client({ stream: () => socket as never });
  client.on('error', () => undefined);
  client.connect().catch(() => undefined);
  const wire = wireOf(client);
  const started = new Promise<void>((resolve) => wire.once('replicationStart', resolve));
  const copied = new Promise<Buffer>((resolve) => wire.on('copyData', ({ chunk }) => resolve(chunk)));
  socket.push(message('W', Buffer.from([0, 0, 0])));
  socket.push(message('d', Buffer.from('kept')));
  await started;
  expect((await copied).toString()).toBe('kept');
  wire.sendCopyFromChunk(Buffer.from('status'));
  expect(socket.written.at(-1)).toEqual(message('d', Buffer.from('status')));
  expect(wire.stream).toBe(socket);
});
