// Everything the compute core exports. One line a file.
export * from './forward';
