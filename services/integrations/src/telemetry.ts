import { Counter, type Registry } from 'prom-client';

export type Telemetry = {
  /** Counts a request of a tool by what became of it. */
  received(state: string): void;
  /** Counts an attempt to send a message to a program by its outcome. */
  sent(outcome: string): void;
  /** Counts a request to an app about what a person did, by outcome. */
  asked(outcome: string): void;
};

export function createTelemetry(registry: Registry): Telemetry {
  const received = new Counter({
    name: 'parley_integrations_received_total',
    help: 'Requests of tools, by what became of them.',
    labelNames: ['state'],
    registers: [registry],
  });
  const sent = new Counter({
    name: 'parley_integrations_sent_total',
    help: 'Attempts to send a message to the program of a bot, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const asked = new Counter({
    name: 'parley_integrations_asked_total',
    help: 'Requests to apps about commands, presses and forms of people, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return {
    asked: (outcome) => asked.inc({ outcome }),
    received: (state) => received.inc({ state }),
    sent: (outcome) => sent.inc({ outcome }),
  };
}
