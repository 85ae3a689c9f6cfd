import { serveStatus } from '@parley/event-log';
import { defineService, type ServiceOverrides } from '@parley/service-kit';
import type { RelayConfig } from './config.ts';
import { ReconnectingRelay } from './relay.ts';
import { createTelemetry } from './telemetry.ts';

export type RelayService = ReturnType<typeof createService>;

/** Returns the relay service, which is not started yet. Its start does not wait for the database or NATS. */
export const createService = (config: RelayConfig, overrides: ServiceOverrides = {}) =>
  defineService({ name: 'relay', ...config, ...overrides }, async (parts) => {
    const relay = new ReconnectingRelay(config, createTelemetry(parts.registry), parts);
    for (const [name, ready] of Object.entries(relay.ready)) parts.check(name, ready);
    relay.start();
    await parts.add('relay', relay);
    await parts.add(
      'status',
      serveStatus({
        nats: relay.connection,
        prefix: config.nats.prefix,
        registry: parts.registry,
        service: 'relay',
      }),
    );
    return {
      get role() {
        return relay.role;
      },
    };
  });
