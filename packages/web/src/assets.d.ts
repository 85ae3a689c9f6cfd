/** Declares imports of files that the bundler emits beside the page. */
declare module '*.css';
declare module '*.svg' {
  const address: string;
  export default address;
}
declare module '*.woff2?url' {
  const address: string;
  export default address;
}
