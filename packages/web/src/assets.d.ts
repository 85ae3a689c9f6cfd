/** Files that the bundler emits beside the page. */
declare module '*.css';
