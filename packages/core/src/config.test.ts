import { describe, expect, it } from 'vitest';
import { envNatsUrl, loadConfig } from './config.ts';

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
