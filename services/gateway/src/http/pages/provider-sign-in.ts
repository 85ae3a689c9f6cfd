import { escapeHtml, ParleyError, required } from '@parley/core';
import { textsIn } from '@parley/texts';
import { readSignInCookie, sessionCookies, signInCookieOf } from '../../auth/cookies.ts';
import type { Ctx } from '../../context.ts';
import { htmlPage, paragraph } from '../../edge/answer/html-page.ts';
import type { PageContent } from '../../edge/answer/page-content.ts';
import { parseUrlencoded } from '../../edge/declaration/raw-parameters.ts';
import type { Page, PageRequest } from '../../edge/declaration/route.ts';
import { peerAddress } from '../../edge/intake/client-address.ts';
import { redirectTo } from './redirect.ts';

/** Returns the sign-in method of a path, such as `oidc:company`. */
export const methodOf = ({ path }: PageRequest): string => `${path.kind ?? ''}:${path.id ?? ''}`;

/** Returns a page with the reason when it is refused, or a service is unavailable. */
async function step(
  ctx: Ctx,
  { language }: PageRequest,
  action: () => Promise<PageContent>,
): Promise<PageContent> {
  try {
    return await action();
  } catch (error) {
    const isRefusal = error instanceof ParleyError && (error.status < 500 || error.code === 'UNAVAILABLE');
    if (!isRefusal) throw error;
    const { failed: title, back } = textsIn(language).pages.signIn;
    const link = `<a href="${escapeHtml(ctx.config.publicUrl)}/">${escapeHtml(back)}</a>`;
    const content = `${paragraph(error.messageIn(language))}\n<p>${link}</p>`;
    return htmlPage({ title, content, language }, { status: error.status });
  }
}

/** Redirects the browser to the identity provider. */
const begin = (ctx: Ctx, request: PageRequest): Promise<PageContent> =>
  step(ctx, request, async () => {
    const { isSecure } = ctx.config;
    const given = parseUrlencoded(request.query);
    const { location, browserToken, lifeSeconds } = await ctx.rpc.userAdmin.beginProviderSignIn(
      {
        method: methodOf(request),
        browserToken: readSignInCookie(request.cookies, isSecure),
        next: given.next ?? '',
        mobilePad: given.mobile_flow_otp ?? '',
        desktopKey: given.desktop_flow_otp ?? '',
      },
      request.call,
    );
    return redirectTo(location, [signInCookieOf(browserToken, lifeSeconds, isSecure)]);
  });

/**
 * Returns the data by which user-admin recognizes a reverse proxy that authenticates people: the IP address from which it connects,
 * and the request headers without cookies and credentials. Both are empty for other sign-in methods.
 */
function connectionOf(
  ctx: Ctx,
  { path, raw }: PageRequest,
): { peerAddress: string; headers: Record<string, string> } {
  if (path.kind !== 'proxy') return { peerAddress: '', headers: {} };
  const { cookie: _cookie, authorization: _authorization, ...others } = raw.headers;
  const headers = Object.entries(others).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]);
  return { peerAddress: peerAddress(raw, ctx.config.edgeNetworks), headers: Object.fromEntries(headers) };
}

/** Undefined for any other error. */
function pendingOf(error: unknown): string | undefined {
  if (!(error instanceof ParleyError) || error.code !== 'SECOND_FACTOR_REQUIRED') return undefined;
  const { token, factors } = error.fields;
  return `${String(token)}/${[factors].flat().join(',')}`;
}

/** Completes a sign-in. The identity provider redirects the browser here. */
const complete = (ctx: Ctx, request: PageRequest): Promise<PageContent> =>
  step(ctx, request, async () => {
    const { isSecure, publicUrl } = ctx.config;
    const { query, cookies, call } = request;
    const completing = {
      method: methodOf(request),
      browserToken: readSignInCookie(cookies, isSecure),
      state: parseUrlencoded(query).state ?? '',
      query,
      ...connectionOf(ctx, request),
    };
    const { result } = await ctx.rpc.userAdmin
      .completeProviderSignIn(completing, call)
      .catch((error: unknown) => {
        const pending = pendingOf(error);
        if (pending === undefined) throw error;
        return { result: { $case: 'pending' as const, pending } };
      });
    switch (result?.$case) {
      case 'browser': {
        const { session, next } = result.browser;
        const { token, lifeSeconds } = required(session, 'session');
        return redirectTo(publicUrl + next, sessionCookies(token, lifeSeconds, isSecure));
      }
      // The web client asks for the second factor. The token is in the fragment of the URL, because browsers do not send
      // fragments to servers.
      case 'pending':
        return redirectTo(`${publicUrl}/#second-factor/${result.pending}`);
      case 'mobileLocation':
        return redirectTo(result.mobileLocation);
      case 'desktopTicket':
        return ticketPage(request, result.desktopTicket);
      default:
        throw new Error('user-admin completed a sign-in without a result.');
    }
  });

/** Shows the encrypted ticket, which the person copies to their desktop client. */
function ticketPage({ language }: PageRequest, ticket: string): PageContent {
  const { signedIn: title, copy } = textsIn(language).pages.signIn;
  const content = `${paragraph(copy)}\n<p><input readonly value="${escapeHtml(ticket)}" aria-label="${escapeHtml(copy)}"></p>`;
  return htmlPage({ title, content, language });
}

/** Browsers send the sign-in cookie with the redirected request, but not with a post of another site. */
const receive = (ctx: Ctx, request: PageRequest): Promise<PageContent> =>
  step(ctx, request, async () => {
    const { SAMLResponse = '', RelayState = '' } = request.form;
    const answer = { method: methodOf(request), state: RelayState, answer: SAMLResponse };
    const { location } = await ctx.rpc.userAdmin.receiveProviderAnswer(answer, request.call);
    return redirectTo(ctx.config.publicUrl + location);
  });

/**
 * Pages for signing in at an identity provider (docs/api/requests.md#company-sign-in). The pages `login` and `register` redirect to
 * the provider. Afterwards the provider redirects the browser to `complete`, or lets it post the answer there. The page `metadata`
 * describes this server to a SAML provider.
 */
export const providerSignInPages: readonly Page[] = [
  {
    path: '/accounts/login/social/{kind}/{id}',
    operation: 'provider-sign-in-page',
    handle: begin,
  },
  {
    path: '/accounts/register/social/{kind}/{id}',
    operation: 'provider-sign-up-page',
    handle: begin,
  },
  {
    path: '/complete/{kind}/{id}',
    operation: 'complete-provider-sign-in-page',
    handle: complete,
  },
  {
    method: 'POST',
    path: '/complete/{kind}/{id}',
    operation: 'receive-provider-answer-page',
    acceptsOtherSites: true,
    handle: receive,
  },
  {
    path: '/accounts/metadata/{kind}/{id}',
    operation: 'provider-metadata-page',
    async handle(ctx, request) {
      const { xml } = await ctx.rpc.userAdmin.getProviderMetadata(
        { method: methodOf(request) },
        request.call,
      );
      return { contentType: 'application/samlmetadata+xml; charset=utf-8', body: xml };
    },
  },
];
