import { type Client, type Registration, Store } from '@parley/client';
import { describe, expect, it } from 'vitest';
import { callLink, callProvider, jitsiCall } from './calls.ts';

function storeWith(fields: object): Store {
  const store = new Store();
  store.load({ user_id: 1, ...fields } as unknown as Registration);
  return store;
}

describe('calls', () => {
  it.each([
    ['no provider', {}, undefined],
    ['none', { realm_video_chat_provider: 0 }, undefined],
    ['Jitsi Meet without a server', { realm_video_chat_provider: 1 }, undefined],
    ['Jitsi Meet', { realm_video_chat_provider: 1, server_jitsi_server_url: 'https://meet.example' }, 1],
    ['BigBlueButton', { realm_video_chat_provider: 4 }, 4],
    ['Zoom', { realm_video_chat_provider: 5 }, 5],
    ['an unknown provider', { realm_video_chat_provider: 99 }, undefined],
  ])('are offered according to the provider of the organization: %s', (_case, fields, provider) => {
    expect(callProvider(storeWith(fields))).toBe(provider);
  });

  it('with Jitsi Meet have names that cannot be guessed, and start with or without the camera', () => {
    const one = jitsiCall('https://meet.example', true);
    expect(one).toMatch(/^https:\/\/meet\.example\/[0-9a-f]{32}#config\.startWithVideoMuted=false$/);
    expect(jitsiCall('https://meet.example', false)).toMatch(/#config\.startWithVideoMuted=true$/);
    expect(jitsiCall('https://meet.example', true)).not.toBe(one);
  });

  it('with Jitsi Meet prefer the server of the organization to that of the deployment', async () => {
    const store = storeWith({
      realm_video_chat_provider: 1,
      realm_jitsi_server_url: 'https://own.example/',
      server_jitsi_server_url: 'https://meet.example',
    });
    expect(await callLink({ store, client: {} as Client }, 'Team', true)).toMatch(
      /^\[Join the video call\]\(https:\/\/own\.example\/[0-9a-f]{32}#/,
    );
  });

  it('with BigBlueButton and Zoom are created by the server', async () => {
    const asked: unknown[] = [];
    const call = async (...each: unknown[]) => {
      asked.push(each);
      return { url: 'https://call.example/1' };
    };
    const client = { call } as unknown as Client;
    const caller = (provider: number) => ({
      client,
      store: storeWith({ realm_video_chat_provider: provider }),
    });
    expect(await callLink(caller(4), 'Team', false)).toBe('[Join the voice call](https://call.example/1) ');
    expect(await callLink(caller(5), 'Team', true)).toBe('[Join the video call](https://call.example/1) ');
    expect(asked).toEqual([
      ['create-big-blue-button-video-call', { meeting_name: 'Team', voice_only: true }],
      ['create-zoom-video-call', { is_video_call: true }],
    ]);
  });
});
