import { ParleyError } from '@parley/core';
import { htmlPage } from '../../edge/answer/html-page.ts';
import type { PageContent } from '../../edge/answer/page-content.ts';
import { parseUrlencoded } from '../../edge/declaration/raw-parameters.ts';
import type { Page } from '../../edge/declaration/route.ts';
import { methodOf } from './provider-sign-in.ts';

const text = (body: string, status: number): PageContent => ({
  status,
  contentType: 'text/plain; charset=utf-8',
  body,
});

/** The provider sends a request itself, or opens the page in a hidden frame of the person's browser. */
export const providerLogoutPages: readonly Page[] = [
  {
    method: 'POST',
    path: '/accounts/logout/{kind}/{id}/backchannel',
    operation: 'provider-back-channel-logout',
    acceptsOtherSites: true,
    async handle(ctx, request) {
      const { logout_token: logoutToken = '' } = request.form;
      try {
        await ctx.rpc.userAdmin.endProviderSessions(
          { method: methodOf(request), request: { $case: 'logoutToken', logoutToken } },
          request.call,
        );
        return text('', 200);
      } catch (error) {
        // OpenID Connect Back-Channel Logout requires status 400 for a token that is refused.
        if (!(error instanceof ParleyError) || error.status >= 500) throw error;
        return text('', 400);
      }
    },
  },
  {
    path: '/accounts/logout/{kind}/{id}/frontchannel',
    operation: 'provider-front-channel-logout',
    async handle(ctx, request) {
      const { iss: issuer = '', sid: providerSession = '' } = parseUrlencoded(request.query);
      const frontChannel = { issuer, providerSession };
      await ctx.rpc.userAdmin.endProviderSessions(
        { method: methodOf(request), request: { $case: 'frontChannel', frontChannel } },
        request.call,
      );
      // The provider shows this page in a frame, so headers that forbid frames are removed.
      const page = htmlPage({ title: '', content: '', language: request.language });
      const { 'x-frame-options': _, ...headers } = page.headers ?? {};
      const policy = `default-src 'none'; frame-ancestors ${new URL(issuer).origin}`;
      return { ...page, headers: { ...headers, 'content-security-policy': policy } };
    },
  },
];
