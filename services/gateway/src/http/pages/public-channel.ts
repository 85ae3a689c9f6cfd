import { escapeHtml } from '@parley/core';
import { plainText } from '@parley/markdown';
import type { Channel } from '@parley/proto/events/v1/facts';
import type { OrganizationProfile } from '@parley/proto/useradmin/v1/user_admin';
import type { Call } from '@parley/rpc';
import type { ChannelId } from '@parley/rules';
import type { Ctx } from '../../context.ts';
import type { PageContent } from '../../edge/answer/page-content.ts';
import type { Page, PageRequest } from '../../edge/declaration/route.ts';
import { webClientPage } from './web-client.ts';

/** Maximum length of a text in a link preview, in characters. */
const maxTextLength = 200;

/** Used while user-admin is of the previous release, which does not return the organization's profile. */
const unknownOrganization: OrganizationProfile = { name: '', iconUrl: '', hasPublicAccess: false };

/** With a title and a description that other programs show as a preview of the link. */
const handle = async (ctx: Ctx, request: PageRequest): Promise<PageContent> => {
  const { call, language } = request;
  const page = webClientPage(ctx, language);
  const { profile } = await ctx.rpc.userAdmin.getServerSettings({}, call);
  const organization = profile ?? unknownOrganization;
  const channel = organization.hasPublicAccess
    ? await publicChannel(ctx, call, Number.parseInt(request.path.channel ?? '', 10))
    : undefined;
  const { topic } = request.path;
  const name = channel && [topic, `#${channel.name}`].filter(Boolean).join(' · ');
  const title = [name, organization.name].filter(Boolean).join(' · ');
  const properties: readonly (readonly [string, string])[] = [
    ['og:type', 'website'],
    ['og:site_name', organization.name],
    ['og:title', name ?? organization.name],
    ['og:description', plainText(channel?.renderedDescription ?? '')],
    ['og:image', organization.iconUrl && new URL(organization.iconUrl, ctx.config.publicUrl).href],
  ];
  const metas = properties
    .filter(([, text]) => text !== '')
    .map(([property, text]) => `<meta property="${property}" content="${escapeHtml(inOneLine(text))}" />\n`);
  const body = String(page.body)
    .replace('<title>Parley</title>', () => `<title>${escapeHtml(inOneLine(title))}</title>`)
    .replace('</head>', () => `${metas.join('')}</head>`);
  return { ...page, body };
};

function inOneLine(text: string): string {
  const characters = Array.from(text.replaceAll(/\s+/g, ' ').trim());
  return characters.length <= maxTextLength
    ? characters.join('')
    : `${characters.slice(0, maxTextLength - 1).join('')}…`;
}

/** Returns a channel that anybody may read without an account; undefined for any other channel. */
async function publicChannel(ctx: Ctx, call: Call, channelId: ChannelId): Promise<Channel | undefined> {
  if (!Number.isSafeInteger(channelId) || channelId <= 0) return undefined;
  const { channels } = await ctx.rpc.channel.resolveChannels({ channelIds: [channelId], names: [] }, call);
  return channels.find(({ isWebPublic, isArchived }) => isWebPublic && !isArchived);
}

export const publicChannelPages: readonly Page[] = [
  { path: '/public/channel/{channel}', operation: 'public-channel-page', handle },
  { path: '/public/channel/{channel}/topic/{topic}', operation: 'public-topic-page', handle },
];
