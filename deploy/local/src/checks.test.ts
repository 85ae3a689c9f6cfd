import { createServer } from 'node:net';
import { SetupError } from '@parley/embedded';
import { expect, it } from 'vitest';
import { checkPort } from './check-port.ts';
import { checkNats, checkPostgres, type PostgresFacts, postgresProblems } from './checks.ts';

const good: PostgresFacts = {
  version: 170_002,
  wal_level: 'logical',
  database: 'chat',
  user: 'ops',
  in_recovery: false,
  encoding: 'UTF8',
  superuser: false,
  create_role: true,
  replication: true,
  create_schema: true,
};

it('accepts a server that meets every requirement of Parley', () => {
  expect(postgresProblems(good, false)).toEqual([]);
  expect(postgresProblems({ ...good, version: 150_001, replication: false }, true)).toEqual([]);
});

it.each([
  [{ version: 140_010 }, /is version 14; Parley needs 15 or newer/],
  [{ wal_level: 'replica' }, /wal_level = replica; set it to logical/],
  [{ in_recovery: true }, /is a standby/],
  [{ encoding: 'SQL_ASCII' }, /encoded in SQL_ASCII/],
  [{ create_role: false }, /"ops".*may not create roles/],
  [{ create_schema: false }, /may not create schemas in "chat"/],
  [{ replication: false }, /set PARLEY_RELAY_DATABASE_URL/],
])('names the missing requirement in one sentence: %o', (facts, sentence) => {
  const problems = postgresProblems({ ...good, ...facts }, false);
  expect(problems.some((problem) => sentence.test(problem))).toBe(true);
  for (const problem of problems) expect(problem).toMatch(/^[A-Z].*\.$/);
});

it('reports a server that does not answer, without the password', async () => {
  const refused = expect.objectContaining({ message: expect.stringMatching(/127\.0\.0\.1:1.*ECONNREFUSED/) });
  await expect(checkPostgres('postgres://u:secret@127.0.0.1:1/x', undefined)).rejects.toEqual(refused);
  await expect(checkPostgres('postgres://u:secret@127.0.0.1:1/x', undefined)).rejects.not.toThrow(/secret/);
  await expect(checkNats('nats://secret@127.0.0.1:1')).rejects.toThrow(SetupError);
  await expect(checkNats('nats://secret@127.0.0.1:1')).rejects.not.toThrow(/secret/);
});

it('reports a port that is in use', async () => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await expect(checkPort('127.0.0.1', port)).rejects.toThrow(
    new SetupError(`Port ${port} is taken by another program; set PARLEY_PORT to a free one.`),
  );
  await checkPort('127.0.0.2', port);
  await new Promise((done) => server.close(done));
  await checkPort('127.0.0.1', port);
});
