import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { examinePush, judgeApns, judgeFcm } from './push.ts';

const pem = (type: 'rsa' | 'ec') => {
  const { privateKey } =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' });
};
const rsa = pem('rsa');
const ec = String(pem('ec'));
const apple = { keyId: 'KEY1234567', teamId: 'TEAM123456', topic: 'org.example.app' };

describe('push services of phones', () => {
  it.each([
    ['a valid file', JSON.stringify({ project_id: 'p', client_email: 'a@p', private_key: rsa }), 'ok'],
    [
      'a key of another kind',
      JSON.stringify({ project_id: 'p', client_email: 'a@p', private_key: ec }),
      'fail',
    ],
    ['no project', JSON.stringify({ client_email: 'a@p', private_key: rsa }), 'fail'],
    ['a file that is not JSON', 'nothing', 'fail'],
    ['no file', undefined, 'fail'],
  ])('are judged by the configuration of Firebase, without revealing it: %s', (_, text, state) => {
    const finding = judgeFcm(text);
    expect(finding.state).toBe(state);
    expect(JSON.stringify(finding)).not.toContain('PRIVATE KEY');
  });

  it.each([
    ['a valid key', ec, apple, 'ok'],
    ['a key of another kind', String(rsa), apple, 'fail'],
    ['a file without a key', 'nothing', apple, 'fail'],
    ['no file', undefined, apple, 'fail'],
    ['an ID of another form', ec, { ...apple, keyId: 'key' }, 'warn'],
  ])('are judged by the configuration of Apple, without revealing it: %s', (_, text, names, state) => {
    const finding = judgeApns(text, names);
    expect(finding.state).toBe(state);
    expect(JSON.stringify(finding)).not.toContain('PRIVATE KEY');
  });

  it('are examined only when they are configured', async () => {
    const none = { fcmFile: '', apns: { file: '', keyId: '', teamId: '', topic: '' }, forwarderUrl: '' };
    expect(await examinePush(none)).toEqual([]);
    const server = createServer((_request, response) => response.writeHead(404).end()).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const forwarderUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await examinePush({ ...none, forwarderUrl })).toMatchObject([
      { check: 'push.forwarder', state: 'ok' },
    ]);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    const findings = await examinePush({ ...none, forwarderUrl, fcmFile: '/nowhere/firebase.json' });
    expect(findings.map(({ state }) => state)).toEqual(['fail', 'warn']);
  });
});
