import type { CallsConfig } from './config.ts';

type Provider = { readonly name: string; readonly id: number };

/** Values of the setting `video_chat_provider`, by name (docs/api/organization.md#video-calls). */
const providers = {
  disabled: { name: 'None', id: 0 },
  jitsi_meet: { name: 'Jitsi Meet', id: 1 },
  zoom: { name: 'Zoom', id: 3 },
  big_blue_button: { name: 'BigBlueButton', id: 4 },
  zoom_server_to_server: { name: 'Zoom', id: 5 },
} as const satisfies Record<string, Provider>;

/** Returns the providers that clients may offer: those that need no configuration, and those that are configured. */
export function availableProviders({
  bigBlueButton,
  zoom: zoomConfig,
}: CallsConfig): Record<string, Provider> {
  const { disabled, jitsi_meet, zoom, big_blue_button, zoom_server_to_server } = providers;
  const zoomProvider = zoomConfig?.accountId === undefined ? { zoom } : { zoom_server_to_server };
  return {
    disabled,
    jitsi_meet,
    ...(bigBlueButton && { big_blue_button }),
    ...(zoomConfig && zoomProvider),
  };
}

/** Returns whether `id` is an allowed value of the setting `video_chat_provider`. */
export const isAvailableProvider = (config: CallsConfig, id: unknown): boolean =>
  Object.values(availableProviders(config)).some((provider) => provider.id === id);
