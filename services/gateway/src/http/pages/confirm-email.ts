import { textsIn } from '@parley/texts';
import { form, htmlPage, paragraph } from '../../edge/answer/html-page.ts';
import type { Page } from '../../edge/declaration/route.ts';
import { attempt } from './attempt.ts';
import { webClientPage } from './web-client.ts';

/** Confirming takes a click, because mail programs open links by themselves. */
export const confirmEmailPages: readonly Page[] = [
  {
    path: '/confirm-email/{token}',
    operation: 'confirm-email-page',
    async handle(ctx, { language }) {
      const { title, button } = textsIn(language).pages.confirmEmail;
      return webClientPage(ctx, { title, content: form([], button), language });
    },
  },
  {
    method: 'POST',
    path: '/confirm-email/{token}',
    operation: 'submit-confirm-email-page',
    async handle(ctx, { path, call, language }) {
      const texts = textsIn(language).pages.confirmEmail;
      const request = { token: path.token ?? '' };
      const done = await attempt(language, () => ctx.rpc.userAdmin.confirmEmailChange(request, call));
      if (done.problem !== undefined) {
        const content = paragraph(done.problem);
        return htmlPage({ title: texts.title, content, language }, { status: done.status });
      }
      const content = paragraph(texts.changedTo({ email: done.value.email }));
      return htmlPage({ title: texts.changed, content, language });
    },
  },
];
