import { backgroundCall, type Call } from '@parley/rpc';
import type { InstalledApp } from './installed-app.ts';

const withinMs = 10_000;

/**
 * Returns the context of a call that an app makes as its bot, within its scopes. The services that own the data decide what the bot may do
 * there.
 */
export const botCall = ({ botId, manifest }: InstalledApp, traceparent?: string): Call => ({
  ...backgroundCall({
    timeoutMs: withinMs,
    principal: {
      userId: botId,
      // No areas would mean all areas.
      keyScope: { isReadOnly: false, areas: manifest.scopes.length === 0 ? ['none'] : [...manifest.scopes] },
    },
  }),
  clientName: manifest.name.slice(0, 30),
  ...(traceparent !== undefined && { traceparent }),
});
