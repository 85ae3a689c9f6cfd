// Whether the process in this container answers its operators: exit code 0 when it does. Readiness, which depends on
// others, is not asked: a container is not restarted because its database is away.
const [, port] = Object.entries(process.env).find(([name]) => /^PARLEY_[A-Z_]+_OPS_PORT$/.test(name)) ?? [];
const response = await fetch(`http://127.0.0.1:${port}/healthz`, {
  signal: AbortSignal.timeout(4_000),
}).catch(() => undefined);
process.exitCode = response?.ok ? 0 : 1;
