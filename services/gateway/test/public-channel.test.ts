import { Channel } from '@parley/proto/events/v1/facts';
import type { OrganizationProfile } from '@parley/proto/useradmin/v1/user_admin';
import { expect, it } from 'vitest';
import { send, startTestGateway } from './support.ts';

const channels = [
  { channelId: 5, name: 'news', renderedDescription: '<p>What is <b>new</b></p>', isWebPublic: true },
  { channelId: 6, name: 'secret', inviteOnly: true },
  { channelId: 7, name: 'old', isWebPublic: true, isArchived: true },
].map((channel) => Channel.fromPartial(channel));

/** Starts a gateway for an organization with the given profile and channels. */
const startGateway = (profile: OrganizationProfile | undefined) =>
  startTestGateway({
    services: {
      userAdmin: { getServerSettings: async () => ({ fieldsJson: Buffer.from('{}'), profile }) },
      channel: {
        resolveChannels: async ({ channelIds }) => ({
          channels: channels.filter(({ channelId }) => channelIds.includes(channelId)),
          snapshot: undefined,
        }),
      },
    },
  });

const profile = { name: 'Ours & co', iconUrl: '/icon.png', hasPublicAccess: true };

it('describes a web-public channel to programs that show link previews, and no other channel', async () => {
  await using gateway = await startGateway(profile);
  const pageOf = async (path: string) => {
    const { status, payload } = await send(gateway, { method: 'GET', url: path, anonymous: true });
    expect({ path, status }).toEqual({ path, status: 200 });
    return payload;
  };
  const page = await pageOf('/public/channel/5/topic/lunch');
  expect(page).toContain('<meta property="og:title" content="lunch · #news" />');
  expect(page).toContain('<meta property="og:description" content="What is new" />');
  expect(page).toContain('<meta property="og:site_name" content="Ours &amp; co" />');
  for (const id of ['6', '7', '8', 'x', '-5', '9'.repeat(400)]) {
    const other = await pageOf(`/public/channel/${id}`);
    expect(other).toContain('<meta property="og:title" content="Ours &amp; co" />');
    expect(other).not.toMatch(/secret|og:description/);
  }
});

it('describes nothing without public access, or while user-admin sends no profile', async () => {
  for (const given of [{ ...profile, hasPublicAccess: false }, undefined]) {
    await using gateway = await startGateway(given);
    const { status, payload } = await send(gateway, {
      method: 'GET',
      url: '/public/channel/5',
      anonymous: true,
    });
    expect(status).toBe(200);
    expect(payload).not.toContain('news');
  }
});
