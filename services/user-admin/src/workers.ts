import { createPictureWorker } from './accounts/pictures/picture-worker.ts';
import { createChainWorker } from './auditing/chain-worker.ts';
import { createCollectWorker } from './auditing/collect-worker.ts';
import { createStreamWorker } from './auditing/stream-worker.ts';
import type { createContext } from './context.ts';
import { createErasureWorker } from './erasing/worker.ts';
import { createExportWorker } from './exporting/worker.ts';
import { createStatusWorker } from './presence/end-statuses.ts';

/** Creates the workers that do slow work in the background, by name. They are not started yet. */
export const createWorkers = (ctx: ReturnType<typeof createContext>) => ({
  exports: createExportWorker(ctx),
  erasures: createErasureWorker(ctx),
  pictures: createPictureWorker(ctx),
  statuses: createStatusWorker(ctx),
  'audit chain': createChainWorker(ctx),
  'audit collector': createCollectWorker(ctx),
  'audit stream': createStreamWorker(ctx),
});
