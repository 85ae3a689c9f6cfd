import { expect, it } from 'vitest';
import { hostAndPort, listenHost } from './listen-host.ts';

it('listens on every address of both families, and on IPv4 alone where there is no IPv6', () => {
  expect(listenHost('::', () => true)).toBe('::');
  expect(listenHost('::', () => false)).toBe('0.0.0.0');
  expect(listenHost('127.0.0.1', () => false)).toBe('127.0.0.1');
});

it('puts an IPv6 address into brackets', () => {
  expect([hostAndPort('::', 9000), hostAndPort('10.0.0.1', 9000)]).toEqual(['[::]:9000', '10.0.0.1:9000']);
});
