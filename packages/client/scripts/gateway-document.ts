import { openApiDocument } from '../../../services/gateway/src/http/docs/openapi.ts';
import { areas, transfers } from '../../../services/gateway/src/http/routes.ts';

/** Returns the OpenAPI document that the gateway serves. */
export const gatewayDocument = () => openApiDocument({ areas, transfers });
