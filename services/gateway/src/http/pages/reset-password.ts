import { type Language, textsIn } from '@parley/texts';
import { type Field, form, htmlPage, paragraph } from '../../edge/answer/html-page.ts';
import type { Page } from '../../edge/declaration/route.ts';
import { attempt } from './attempt.ts';
import { webClientPage } from './web-client.ts';

function requestForm(language: Language): string {
  const { email, send, resetPassword } = textsIn(language).pages;
  const field: Field = { name: 'email', label: email, type: 'email', autocomplete: 'email' };
  return paragraph(resetPassword.intro) + form([field], send);
}

/** Returns the form for a new password. `problem` says why the last password was refused. */
function passwordForm(language: Language, problem?: string): string {
  const { newPassword: label, resetPassword } = textsIn(language).pages;
  const field: Field = { name: 'password', label, type: 'password', autocomplete: 'new-password' };
  return form([field], resetPassword.button, problem);
}

const titleIn = (language: Language): string => textsIn(language).pages.resetPassword.title;

/** For browsers without JavaScript. With JavaScript, the web client does the same. */
export const resetPasswordPages: readonly Page[] = [
  {
    path: '/reset-password',
    operation: 'reset-password-page',
    handle: async (ctx, { language }) =>
      webClientPage(ctx, { title: titleIn(language), content: requestForm(language), language }),
  },
  {
    method: 'POST',
    path: '/reset-password',
    operation: 'submit-reset-password-page',
    async handle(ctx, { form: sent, call, language }) {
      await ctx.rpc.userAdmin.requestPasswordReset({ email: sent.email ?? '' }, call);
      const { checkMail: title, resetPassword } = textsIn(language).pages;
      return htmlPage({ title, content: paragraph(resetPassword.sent), language });
    },
  },
  {
    path: '/reset-password/{token}',
    operation: 'new-password-page',
    handle: async (ctx, { language }) =>
      webClientPage(ctx, { title: titleIn(language), content: passwordForm(language), language }),
  },
  {
    method: 'POST',
    path: '/reset-password/{token}',
    operation: 'submit-new-password-page',
    async handle(ctx, { path, form: sent, call, language }) {
      const request = { token: path.token ?? '', password: sent.password ?? '' };
      const done = await attempt(language, () => ctx.rpc.userAdmin.resetPassword(request, call));
      if (done.problem !== undefined) {
        const content = passwordForm(language, done.problem);
        return htmlPage({ title: titleIn(language), content, language }, { status: done.status });
      }
      const { changed: title, canLogIn } = textsIn(language).pages.resetPassword;
      return htmlPage({ title, content: paragraph(canLogIn), language });
    },
  },
];
