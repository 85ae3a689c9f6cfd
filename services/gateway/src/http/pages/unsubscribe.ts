import type { Page } from '../../edge/route.ts';
import { attempt } from './attempt.ts';
import { form, htmlPage, paragraph } from './html.ts';

const title = 'Stop mails about messages';
const path = '/unsubscribe/{token}';

/**
 * The page behind the link of a mail that ends such mails. Opening it changes nothing, because mail scanners open links; its form,
 * or a mail client with one click (RFC 8058), posts to the same address.
 */
export const unsubscribePages: readonly Page[] = [
  {
    path,
    operation: 'unsubscribe-page',
    handle: async () =>
      htmlPage(
        title,
        paragraph('You will get no more mails about messages. Your other settings stay as they are.') +
          form([], 'Stop these mails'),
      ),
  },
  {
    method: 'POST',
    path,
    operation: 'submit-unsubscribe-page',
    async handle(ctx, { path: { token }, call }) {
      const done = await attempt(() => ctx.rpc.notify.unsubscribeMails({ token: token ?? '' }, call));
      if (done.problem !== undefined)
        return htmlPage(title, paragraph(done.problem), { status: done.status });
      return htmlPage(
        'You are unsubscribed',
        paragraph('You get no more mails about messages. To get them again, change your settings.'),
      );
    },
  },
];
