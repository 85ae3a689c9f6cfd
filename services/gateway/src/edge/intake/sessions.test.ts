import { describe, expect, it } from 'vitest';
import { refuseOtherSites } from './sessions.ts';

const publicUrl = 'https://chat.example';

const isAccepted = (headers: Record<string, string>): boolean => {
  try {
    refuseOtherSites({ headers }, publicUrl);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'CSRF_FAILED' });
    return false;
  }
};

describe('a request that sets cookies', () => {
  it('is accepted from pages of the server and from programs', () => {
    for (const headers of [
      {},
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://chat.example' },
      { origin: 'https://chat.example:443' },
      // The client used another host name of the server, or a proxy replaced the host by its own.
      { origin: 'http://10.0.0.7:9991', host: '10.0.0.7:9991' },
      { origin: 'https://chat.example', host: 'gateway.internal' },
      { origin: 'https://other.example', host: 'other.example:443' },
    ]) {
      expect([headers, isAccepted(headers)]).toEqual([headers, true]);
    }
  });

  it('is refused from pages of other sites, also of browsers that send no Sec-Fetch-Site', () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', origin: 'https://chat.example' },
      { origin: 'https://evil.example', host: 'chat.example' },
      { origin: 'https://chat.example.evil.example', host: 'chat.example' },
      { origin: 'https://chat.example:8443', host: 'chat.example' },
      { origin: 'null', host: 'chat.example' },
      { origin: 'nonsense', host: 'chat.example' },
    ]) {
      expect([headers, isAccepted(headers)]).toEqual([headers, false]);
    }
  });
});
