import { describe, expect, it } from 'vitest';
import { envNatsUrl, envNetworks, loadConfig } from './config.ts';

describe('the address of NATS', () => {
  const read = (url: string) => loadConfig({ PARLEY_NATS_URL: envNatsUrl() }, { PARLEY_NATS_URL: url });

  it('names one server or several servers of a cluster', () => {
    for (const url of [
      'nats://a:4222',
      'tls://u:p@a:4222',
      'nats://u:p@a:4222, nats://b:4222,nats://c:4222',
    ]) {
      expect(read(url).PARLEY_NATS_URL).toBe(url);
    }
  });

  it('is refused when one of the servers is invalid', () => {
    for (const url of ['', 'a:4222', 'http://a', 'nats://a:4222,', 'nats://a:4222,b:4222']) {
      expect(() => read(url)).toThrow('PARLEY_NATS_URL');
    }
  });
});

describe('a list of networks', () => {
  const read = (given: string | undefined) =>
    loadConfig({ PARLEY_X: envNetworks() }, { PARLEY_X: given }).PARLEY_X;

  it('is separated by commas or blanks', () => {
    expect(read('10.0.0.5, 10.1.0.0/16 fd00::/8\n::1')).toEqual([
      '10.0.0.5',
      '10.1.0.0/16',
      'fd00::/8',
      '::1',
    ]);
    expect([read(''), read(undefined)]).toEqual([[], []]);
  });

  it('is refused when a part is neither an address nor a network', () => {
    for (const given of ['everybody', '10.0.0.5,loopback', '10.0.0.0/40'])
      expect(() => read(given)).toThrow('PARLEY_X');
  });
});
