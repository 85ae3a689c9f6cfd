import { expiresAtMs, type Logger, processTls, type TlsFiles } from '@parley/core';
import { Gauge, type Registry } from 'prom-client';

/** In milliseconds. Kubernetes replaces the files of a Secret within a minute after a change. */
const reloadEveryMs = 30_000;

/** Reloads the certificates when their files change. Returns a function that stops this. */
export function followCertificates(tls: TlsFiles, logger: Logger, everyMs = reloadEveryMs): () => void {
  const timer = setInterval(() => {
    try {
      if (tls.reload()) logger.info('the certificates were replaced');
    } catch (err) {
      logger.error({ err }, 'new certificates cannot be used; continuing with the former ones');
    }
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Adds a metric with the expiry of this process's certificates to the registry. Without TLS it has no values. */
export function measureCertificates(registry: Registry): void {
  if (registry.getSingleMetric('parley_tls_certificate_expires_seconds')) return; // Services in one test share a registry.
  new Gauge({
    name: 'parley_tls_certificate_expires_seconds',
    help: 'Unix time at which a certificate for calls between services expires: of the process (own) or its authority.',
    labelNames: ['certificate'],
    registers: [registry],
    collect() {
      const tls = processTls();
      if (!tls) return;
      this.set({ certificate: 'own' }, expiresAtMs(tls.cert) / 1000);
      this.set({ certificate: 'authority' }, expiresAtMs(tls.ca) / 1000);
    },
  });
}
