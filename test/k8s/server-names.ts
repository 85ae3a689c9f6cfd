/** The stores and the load balancer of the compose file, which run on a node of their own. */
export const serverNames = ['postgresql', 'nats', 'objects', 'edge'] as const;
