import { required } from '@parley/core';
import { textsIn } from '@parley/texts';
import { sessionCookies } from '../../auth/cookies.ts';
import { form, htmlPage, paragraph } from '../../edge/answer/html-page.ts';
import type { Page } from '../../edge/declaration/route.ts';
import { attempt } from './attempt.ts';
import { redirectTo } from './redirect.ts';

const path = '/accounts/login/subdomain/{token}';

/**
 * The page that a desktop client opens with its ticket. Opening it changes nothing; signing in requires a click. Otherwise a
 * link with an attacker's ticket could sign a person in to the attacker's account.
 */
export const signInTicketPages: readonly Page[] = [
  {
    path,
    operation: 'sign-in-ticket-page',
    async handle(_ctx, { language }) {
      const { finish: title, confirm, button } = textsIn(language).pages.signIn;
      return htmlPage({ title, content: paragraph(confirm) + form([], button), language });
    },
  },
  {
    method: 'POST',
    path,
    operation: 'submit-sign-in-ticket-page',
    async handle(ctx, { path: { token = '' }, call, language }) {
      const done = await attempt(language, () => ctx.rpc.userAdmin.redeemSignInTicket({ token }, call));
      if (done.problem !== undefined) {
        const { failed: title } = textsIn(language).pages.signIn;
        return htmlPage({ title, content: paragraph(done.problem), language }, { status: done.status });
      }
      const { session } = done.value;
      const { isSecure, publicUrl } = ctx.config;
      const { token: sessionToken, lifeSeconds } = required(session, 'session');
      return redirectTo(`${publicUrl}/`, sessionCookies(sessionToken, lifeSeconds, isSecure));
    },
  },
];
