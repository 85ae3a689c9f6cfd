import { textsIn } from '@parley/texts';
import { form, htmlPage, paragraph } from '../../edge/answer/html-page.ts';
import type { Page } from '../../edge/declaration/route.ts';
import { attempt } from './attempt.ts';

const path = '/unsubscribe/{token}';

/**
 * The page of the link with which the recipient of an e-mail stops e-mails of the same kind. Opening the page changes nothing,
 * because mail scanners open links. Its form posts to the same URL, and so do mail programs with one-click unsubscription (RFC
 * 8058).
 */
export const unsubscribePages: readonly Page[] = [
  {
    path,
    operation: 'unsubscribe-page',
    async handle(_ctx, { language }) {
      const { title, intro, button } = textsIn(language).pages.unsubscribe;
      return htmlPage({ title, content: paragraph(intro) + form([], button), language });
    },
  },
  {
    method: 'POST',
    path,
    operation: 'submit-unsubscribe-page',
    async handle(ctx, { path: { token }, call, language }) {
      const texts = textsIn(language).pages.unsubscribe;
      const request = { token: token ?? '' };
      const done = await attempt(language, () => ctx.rpc.notify.unsubscribeMails(request, call));
      if (done.problem !== undefined) {
        const content = paragraph(done.problem);
        return htmlPage({ title: texts.title, content, language }, { status: done.status });
      }
      return htmlPage({ title: texts.done, content: paragraph(texts.hint), language });
    },
  },
];
