import type { Page } from '../../edge/route.ts';
import { attempt } from './attempt.ts';
import { type Field, form, htmlPage, paragraph } from './html.ts';
import { webClientPage } from './web-client.ts';

const title = 'Reset your password';
const emailField: Field = { name: 'email', label: 'Email address', type: 'email', autocomplete: 'email' };
const passwordField: Field = {
  name: 'password',
  label: 'New password',
  type: 'password',
  autocomplete: 'new-password',
};

const intro = paragraph('We will mail you a link to choose a new password with.');

/**
 * Pages for a forgotten password: request a mail, follow its link, choose a new password. The web client does so with
 * JavaScript; the forms are for browsers without.
 */
export const resetPasswordPages: readonly Page[] = [
  {
    path: '/reset-password',
    operation: 'reset-password-page',
    handle: async (ctx) => webClientPage(ctx, { title, content: intro + form([emailField], 'Send') }),
  },
  {
    method: 'POST',
    path: '/reset-password',
    operation: 'submit-reset-password-page',
    async handle(ctx, { form: sent, call }) {
      await ctx.rpc.userAdmin.requestPasswordReset({ email: sent.email ?? '' }, call);
      return htmlPage(
        'Check your mail',
        paragraph('If there is an account with that address, a mail with a link is on its way.'),
      );
    },
  },
  {
    path: '/reset-password/{token}',
    operation: 'new-password-page',
    handle: async (ctx) => webClientPage(ctx, { title, content: form([passwordField], 'Change password') }),
  },
  {
    method: 'POST',
    path: '/reset-password/{token}',
    operation: 'submit-new-password-page',
    async handle(ctx, { path, form: sent, call }) {
      const request = { token: path.token ?? '', password: sent.password ?? '' };
      const done = await attempt(() => ctx.rpc.userAdmin.resetPassword(request, call));
      if (done.problem !== undefined) {
        return htmlPage(title, form([passwordField], 'Change password', done.problem), {
          status: done.status,
        });
      }
      return htmlPage('Your password was changed', paragraph('You can log in with it now.'));
    },
  },
];
