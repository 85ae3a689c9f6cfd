import { expect, it } from 'vitest';
import { hostAndPort, listenHost } from './listen-host.ts';

it('listens on all IPv6 and IPv4 addresses, and only on IPv4 where IPv6 is unavailable', () => {
  expect(listenHost('::', () => true)).toBe('::');
  expect(listenHost('::', () => false)).toBe('0.0.0.0');
  expect(listenHost('127.0.0.1', () => false)).toBe('127.0.0.1');
});

it('puts an IPv6 address into brackets', () => {
  expect([hostAndPort('::', 9000), hostAndPort('10.0.0.1', 9000)]).toEqual(['[::]:9000', '10.0.0.1:9000']);
});
