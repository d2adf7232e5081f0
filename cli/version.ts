/** The version of the installed package. */
export { packageVersion } from '../node/code-version.js';
