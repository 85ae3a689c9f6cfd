/** The servers that Parley needs, as the compose file names them. They run on the node `stores`. */
export const serverNames = ['postgresql', 'nats', 'objects', 'edge'] as const;
