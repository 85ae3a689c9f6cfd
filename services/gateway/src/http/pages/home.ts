import { z } from 'zod';
import type { Page } from '../../edge/route.ts';
import { escapeHtml, htmlPage } from './html.ts';

const settingsSchema = z.object({
  realm_name: z.string().catch('Parley'),
  realm_url: z.string().optional().catch(undefined),
});

/** What a browser, or the desktop shell, finds at the server's address. */
export const home: Page = {
  path: '/',
  operation: 'get-home',
  async handle(ctx, { call }) {
    const { fieldsJson } = await ctx.rpc.userAdmin.getServerSettings({}, call);
    const settings = settingsSchema.parse(JSON.parse(fieldsJson.toString()));
    const url = settings.realm_url ?? ctx.config.publicUrl;
    return htmlPage(
      settings.realm_name,
      `<p>This is a Parley server. Log in with a client of your choice at <code>${escapeHtml(url)}</code>.</p>
<p><a href="/reset-password">Forgot your password?</a></p>`,
    );
  },
};
