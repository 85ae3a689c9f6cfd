import { z } from 'zod';
import type { Page } from '../../edge/route.ts';

const settingsSchema = z.object({
  realm_name: z.string().catch('Parley'),
  realm_url: z.string().optional().catch(undefined),
});

/** What a browser, or the desktop shell, finds at the server's address. */
export const home: Page = {
  path: '/',
  operation: 'get-home',
  async handle(ctx, { call }) {
    const { fieldsJson } = await ctx.rpc.userAdmin.getServerSettings({}, call, { idempotent: true });
    const settings = settingsSchema.parse(JSON.parse(fieldsJson.toString()));
    return {
      contentType: 'text/html; charset=utf-8',
      body: pageOf(settings.realm_name, settings.realm_url ?? ctx.config.publicUrl),
      headers: {
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
        'referrer-policy': 'no-referrer',
      },
    };
  },
};

function pageOf(name: string, url: string): string {
  const title = escapeHtml(name);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: 15vh auto; max-width: 34rem; padding: 0 1rem; }
code { background: #8882; border-radius: 4px; padding: .1em .3em; }
</style>
</head>
<body>
<h1>${title}</h1>
<p>This is a Parley server. Log in with a client of your choice at <code>${escapeHtml(url)}</code>.</p>
</body>
</html>
`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => entities[char]!);
