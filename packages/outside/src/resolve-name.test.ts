import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { resolveName } from './resolve-name.ts';

const types = { A: 1, AAAA: 28 } as const;
type Answers = Partial<Record<keyof typeof types, readonly number[] | 'refused'>>;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/**
 * Starts a DNS server and returns its address. For each type of query it answers with one record, with a refusal (`refused`),
 * or with no record.
 */
async function startDns(answers: Answers): Promise<string> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12);
    const asked = query.readUInt16BE(end + 1);
    const answer = asked === types.A ? answers.A : answers.AAAA;
    const record = Array.isArray(answer)
      ? [0xc0, 12, 0, asked, 0, 1, 0, 0, 0, 1, 0, answer.length, ...answer]
      : [];
    // Response code in the last four bits of the flags: 3 for a name that does not exist, 5 for a refused query.
    const code = answer === 'refused' ? 5 : answers.A || answers.AAAA ? 0 : 3;
    const count = record.length > 0 ? 1 : 0;
    const header = [query[0]!, query[1]!, 0x81, 0x80 | code, 0, 1, 0, count, 0, 0, 0, 0];
    const question = query.subarray(12, end + 5);
    socket.send(Buffer.concat([Buffer.from(header), question, Buffer.from(record)]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  closers.push(() => socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

const v4 = [93, 184, 216, 34];
const v6 = [0x26, 0x06, 0x28, 0, 2, 0x20, 0, 1, 2, 0x48, 0x18, 0x93, 0x25, 0xc8, 0x19, 0x46];
const resolve = async (answers: Answers, host = 'pictures.example') =>
  resolveName(host, new AbortController().signal, [await startDns(answers)]);

it('returns IPv4 and IPv6 addresses, because each of them must be public', async () => {
  expect(await resolve({ A: v4, AAAA: v6 })).toEqual(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946']);
});

it('returns the addresses of one family when the other one has none or its lookup fails', async () => {
  expect(await resolve({ A: v4 })).toEqual(['93.184.216.34']);
  expect(await resolve({ AAAA: v6 })).toEqual(['2606:2800:220:1:248:1893:25c8:1946']);
  expect(await resolve({ A: v4, AAAA: 'refused' })).toEqual(['93.184.216.34']);
});

it('fails for a name that does not exist', async () => {
  await expect(resolve({})).rejects.toMatchObject({ code: 'ENOTFOUND' });
});

it('asks no DNS server for the names of this machine', async () => {
  for (const host of ['localhost', 'LOCALHOST.', 'a.localhost'])
    expect(await resolve({ A: v4 }, host)).toEqual(['127.0.0.1']);
});
