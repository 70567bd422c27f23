/**
 * The configuration, or a file beside the log, cannot be used, and trying again would change nothing: a start ends with
 * exit code 78. The message is one line that says which, and what to do.
 */
export class Unfit extends Error {
  override name = 'Unfit'
}
