import { escapeHtml } from '@parley/core';
import { plainText } from '@parley/markdown';
import { InitialStateOptions } from '@parley/proto/common/v1/initial_state';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import type { Page, PageContent, PageRequest } from '../../edge/route.ts';
import { webClientPage } from './web-client.ts';

/** The members of GET /server_settings that pages need. */
type Organization = {
  readonly realm_name: string;
  readonly realm_icon: string;
  readonly realm_web_public_access_enabled: boolean;
};

type Channel = {
  readonly stream_id: number;
  readonly name: string;
  readonly rendered_description: string;
  readonly is_web_public: boolean;
};

/** Longest text in a preview, in characters. */
const maxTextLength = 200;

/** Links to web-public channels: the web client, with a title and a description for previews of the link. */
const handle = async (ctx: Ctx, request: PageRequest): Promise<PageContent> => {
  const { call, language } = request;
  const page = webClientPage(ctx, language);
  const organization = await organizationOf(ctx, call);
  const channel = organization.realm_web_public_access_enabled
    ? await publicChannel(ctx, call, Number.parseInt(request.path.channel ?? '', 10))
    : undefined;
  const { topic } = request.path;
  const name = channel && [topic, `#${channel.name}`].filter(Boolean).join(' · ');
  const title = [name, organization.realm_name].filter(Boolean).join(' · ');
  const properties: readonly (readonly [string, string])[] = [
    ['og:type', 'website'],
    ['og:site_name', organization.realm_name],
    ['og:title', name ?? organization.realm_name],
    ['og:description', plainText(channel?.rendered_description ?? '')],
    ['og:image', new URL(organization.realm_icon, ctx.config.publicUrl).href],
  ];
  const metas = properties
    .filter(([, text]) => text !== '')
    .map(([property, text]) => `<meta property="${property}" content="${escapeHtml(inOneLine(text))}" />\n`);
  const body = String(page.body)
    .replace('<title>Parley</title>', () => `<title>${escapeHtml(inOneLine(title))}</title>`)
    .replace('</head>', () => `${metas.join('')}</head>`);
  return { ...page, body };
};

/** Returns a text in one line, shortened to the longest length. */
function inOneLine(text: string): string {
  const characters = Array.from(text.replaceAll(/\s+/g, ' ').trim());
  return characters.length <= maxTextLength
    ? characters.join('')
    : `${characters.slice(0, maxTextLength - 1).join('')}…`;
}

async function organizationOf(ctx: Ctx, call: Call): Promise<Organization> {
  const { fieldsJson } = await ctx.rpc.userAdmin.getServerSettings({}, call);
  return JSON.parse(fieldsJson.toString()) as Organization;
}

/** Returns a channel that visitors may read; undefined for every other one. */
async function publicChannel(ctx: Ctx, call: Call, channelId: number): Promise<Channel | undefined> {
  const options = InitialStateOptions.create({ fetchEventTypes: ['stream'] });
  const { state } = await ctx.rpc.channel.getInitialState({ options, withoutHistories: true }, call);
  const { streams = [] } = JSON.parse(state?.fieldsJson.toString() ?? '{}') as { streams?: Channel[] };
  return streams.find((each) => each.stream_id === channelId && each.is_web_public);
}

export const publicChannelPages: readonly Page[] = [
  { path: '/public/channel/{channel}', operation: 'public-channel-page', handle },
  { path: '/public/channel/{channel}/topic/{topic}', operation: 'public-topic-page', handle },
];
