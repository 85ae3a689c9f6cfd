import type { Page } from '../../edge/route.ts';
import { attempt } from './attempt.ts';
import { form, htmlPage, paragraph } from './html.ts';
import { webClientPage } from './web-client.ts';

const title = 'Confirm your new address';

/**
 * The page behind the link in the mail to a new address. It has a button, because mail programs open links without the
 * reader.
 */
export const confirmEmailPages: readonly Page[] = [
  {
    path: '/confirm-email/{token}',
    operation: 'confirm-email-page',
    handle: async (ctx) => webClientPage(ctx, { title, content: form([], 'Use this address') }),
  },
  {
    method: 'POST',
    path: '/confirm-email/{token}',
    operation: 'submit-confirm-email-page',
    async handle(ctx, { path, call }) {
      const request = { token: path.token ?? '' };
      const done = await attempt(() => ctx.rpc.userAdmin.confirmEmailChange(request, call));
      if (done.problem !== undefined) {
        return htmlPage(title, paragraph(done.problem), { status: done.status });
      }
      return htmlPage('Your address was changed', paragraph(`It is ${done.value.email} now.`));
    },
  },
];
