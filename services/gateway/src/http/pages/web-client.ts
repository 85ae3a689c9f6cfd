import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { errors, escapeHtml } from '@parley/core';
import type { Call } from '@parley/rpc';
import { iconSizes, largeIconOf } from '@parley/rules';
import { type Language, textsIn } from '@parley/texts';
import type { Ctx } from '../../context.ts';
import type { PageText } from '../../edge/answer/html-page.ts';
import type { PageContent } from '../../edge/answer/page-content.ts';
import type { Page } from '../../edge/declaration/route.ts';
import { isAtMovedHost } from './moved-hosts.ts';
import { redirectTo } from './redirect.ts';

/** Looked up on use, because the build imports the routes before it builds the web client. */
const siteFolder = (): string =>
  dirname(createRequire(import.meta.url).resolve('@parley/web/site/index.html'));

const oneYearSeconds = 31_536_000;

const scriptType = 'text/javascript; charset=utf-8';

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': scriptType,
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
};

/**
 * Content Security Policy of the page. Everything comes from this server, even pictures of other hosts
 * (docs/api/rendering.md#pictures), so that no other host learns which messages a person reads. Only templates of Solid and
 * DOMPurify may turn strings into HTML.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self'",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types parley-templates dompurify parley-service-worker',
].join('; ');

type Encoded = {
  readonly type: string;
  readonly plain: Buffer;
  /** The file in compressed form. Absent for files that are compressed themselves, as is `gzip`. */
  readonly brotli?: Buffer;
  readonly gzip?: Buffer;
};

let assets: ReadonlyMap<string, Encoded> | undefined;

/** Reads the built files once and keeps them in memory. The build has already compressed them. */
function readAssets(): ReadonlyMap<string, Encoded> {
  if (assets) return assets;
  const folder = join(siteFolder(), 'assets');
  const found = new Map<string, Encoded>();
  for (const name of readdirSync(folder)) {
    const type = contentTypes[extname(name)];
    if (type === undefined) continue;
    const plain = readFileSync(join(folder, name));
    const isCompressed = ['.png', '.woff2'].includes(extname(name));
    const brotli = () => readFileSync(join(folder, `${name}.br`));
    const gzip = () => readFileSync(join(folder, `${name}.gz`));
    found.set(name, isCompressed ? { type, plain } : { type, plain, brotli: brotli(), gzip: gzip() });
  }
  assets = found;
  return assets;
}

/** Returns the icon of the web client as a PNG of 192 pixels. */
export function webClientIcon(): Buffer {
  const icon = [...readAssets()].find(([name]) => name.startsWith('icon-192-'));
  if (!icon) throw errors.notFound();
  return icon[1].plain;
}

/** Serves the files of the web client. Caches may keep a file forever, because its name changes when its content changes. */
export const webClientAsset: Page = {
  path: '/assets/{name}',
  operation: 'get-web-client-asset',
  isStatic: true,
  isUnlimited: true,
  async handle(_ctx, { path, acceptEncoding }) {
    const asset = readAssets().get(path.name ?? '');
    if (!asset) throw errors.notFound();
    const headers = {
      'cache-control': `public, max-age=${oneYearSeconds}, immutable`,
      'cross-origin-resource-policy': 'same-origin',
    };
    return encoded(asset, acceptEncoding, headers);
  },
};

/** Browsers apply the policy in the response with the worker's script, and not that of the page. */
const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'";

const rootFiles = new Map<string, string>();

function rootFile(name: string): string {
  const content = rootFiles.get(name) ?? readFileSync(join(siteFolder(), name), 'utf8');
  rootFiles.set(name, content);
  return content;
}

/** The service worker. Its path is at the root of the server, because a worker serves only paths at or below its own folder. */
export const serviceWorker: Page = {
  path: '/service-worker.js',
  operation: 'get-service-worker',
  isStatic: true,
  isUnlimited: true,
  handle: async () => ({
    contentType: scriptType,
    headers: {
      // Browsers must check for a new version each time, so that they notice a new release immediately.
      'cache-control': 'no-cache',
      'content-security-policy': workerPolicy,
      'cross-origin-resource-policy': 'same-origin',
    },
    body: rootFile('service-worker.js'),
  }),
};

/** The web app manifest: name, icons and shortcuts of the installed web client. Name and icon are those of the organization. */
export const webManifest: Page = {
  path: '/manifest.webmanifest',
  operation: 'get-web-manifest',
  isStatic: true,
  async handle(ctx, { call, language }) {
    const manifest: object = JSON.parse(rootFile('manifest.webmanifest'));
    const { description, shortcuts } = textsIn(language).pages.installed;
    const { name, icon } = await organizationOf(ctx, call);
    const sizes = `${iconSizes.large}x${iconSizes.large}`;
    return {
      contentType: 'application/manifest+json',
      headers: { 'cache-control': 'no-cache', vary: 'accept-language' },
      body: JSON.stringify({
        ...manifest,
        lang: language,
        description,
        shortcuts: Object.entries(shortcuts).map(([view, title]) => ({ name: title, url: `/#${view}` })),
        ...(name && { name, short_name: name }),
        // The web client's own icons are omitted, because launchers would prefer its maskable icon to the organization's.
        ...(icon && { icons: [{ src: icon, sizes, type: 'image/png' }] }),
      }),
    };
  },
};

type Organization = { readonly name?: string; readonly icon?: string | undefined };

/** Neither when user-admin does not answer, so that the web client can always be installed. */
async function organizationOf(ctx: Ctx, call: Call): Promise<Organization> {
  const { profile } = await ctx.rpc.userAdmin
    .getServerSettings({}, call)
    .catch(() => ({ profile: undefined }));
  return profile ? { name: profile.name, icon: largeIconOf(profile.iconUrl) } : {};
}

let page: string | undefined;

/** Content for browsers without JavaScript, which show it instead of the web client. */
export type PlainPage = PageText & {
  /** HTTP status. Default 200. */
  readonly status?: number;
};

/** The client decides from the URL. Without JavaScript, the plain page or a hint is shown. */
export function webClientPage(ctx: Ctx, plain: PlainPage | Language): PageContent {
  page ??= withDemoLogins(readFileSync(join(siteFolder(), 'index.html'), 'utf8'), ctx.config.demoLogins);
  const isPlain = typeof plain === 'object';
  return {
    ...(isPlain && plain.status !== undefined && { status: plain.status }),
    contentType: 'text/html; charset=utf-8',
    headers: {
      // The page contains the names of the current files, so browsers must revalidate it. Plain pages belong to URLs with
      // secrets from e-mails, so no cache may store them.
      'cache-control': isPlain ? 'no-store' : 'no-cache',
      vary: 'accept-language',
      'content-security-policy': contentSecurityPolicy,
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(self), payment=(), usb=()',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
    },
    body: isPlain ? withPlainPage(page, plain) : withHint(page, plain),
  };
}

/** The page at the root of the server, for browsers and the desktop client. */
export const webClient: Page = {
  path: '/',
  operation: 'get-web-client',
  isStatic: true,
  isUnlimited: true,
  async handle(ctx, request) {
    // Browsers keep the fragment, so links to places in the client lead on.
    if (isAtMovedHost(ctx, request)) return redirectTo(`${ctx.config.publicUrl}/`);
    const { language, call } = request;
    const page = webClientPage(ctx, language);
    const found = await ctx.setup.findOpen(call);
    return found ? { ...page, body: withSetup(String(page.body), found) } : page;
  },
};

const withSetup = (html: string, how: 'with password' | 'without password'): string =>
  html.replace('</head>', () => `<meta name="parley-setup" content="${how}" />\n</head>`);

const noscript = /<noscript>.*?<\/noscript>/s;

/** The built page contains the hint in English. */
function withHint(html: string, language: Language): string {
  if (language === 'en') return html;
  const { needsJavaScript } = textsIn(language).pages;
  return html.replace(
    noscript,
    () => `<noscript lang="${language}">${escapeHtml(needsJavaScript)}</noscript>`,
  );
}

function withPlainPage(html: string, { title, content, language }: PlainPage): string {
  const name = escapeHtml(title);
  const plain = `<noscript><main class="plain" lang="${language}"><h1>${name}</h1>\n${content}\n</main></noscript>`;
  return html.replace(noscript, () => plain).replace('<title>Parley</title>', () => `<title>${name}</title>`);
}

/** Adds the demo accounts to the page, for the sign-in dialog. `logins` is set in development only. */
const withDemoLogins = (html: string, logins: string | undefined): string =>
  logins === undefined
    ? html
    : html.replace('</head>', `<meta name="parley-demo-logins" content="${escapeHtml(logins)}" />\n</head>`);

function encoded(
  asset: Encoded,
  acceptEncoding: string,
  headers: Readonly<Record<string, string>>,
): PageContent {
  const { type: contentType, plain, brotli, gzip } = asset;
  if (!brotli) return { contentType, body: plain, headers };
  const all = { ...headers, vary: 'accept-encoding' };
  if (brotli && /\bbr\b/.test(acceptEncoding)) {
    return { contentType, body: brotli, isEncoded: true, headers: { ...all, 'content-encoding': 'br' } };
  }
  if (gzip && /\bgzip\b/.test(acceptEncoding)) {
    return { contentType, body: gzip, isEncoded: true, headers: { ...all, 'content-encoding': 'gzip' } };
  }
  return { contentType, body: plain, headers: all };
}
