/** Files that the bundler emits in addition to the page. */
declare module '*.css';
declare module '*.svg' {
  const address: string;
  export default address;
}
