// Prints the OpenAPI document: `npm run -s openapi > openapi.json`. Starts no server.
import { openApiDocument } from './http/docs/openapi.ts';
import { areas, transfers } from './http/routes.ts';

process.stdout.write(`${JSON.stringify(openApiDocument({ areas, transfers }), undefined, 2)}\n`);
