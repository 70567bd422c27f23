/** Too many queries wait for a reader thread already. */
export class ReadersBusy extends Error {
  override name = 'ReadersBusy'
}

/** The reader thread ended before it answered. */
export class ReaderGone extends Error {
  override name = 'ReaderGone'
}
