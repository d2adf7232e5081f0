/** The version of the package, put in by the build. */
declare const __NEUROFS_VERSION__: string;

declare module 'virtual:report-styles.css';
declare module '*.css';

/** The text of a style sheet. */
declare module '*.css?inline' {
  const text: string;
  export default text;
}
