/** Too many queries wait for a reader thread already. */
export class ReadersBusy extends Error {
  override name = 'ReadersBusy'
}

/** The file of a read model cannot be read: it is damaged, or the disk is. */
export class BrokenFile extends Error {
  override name = 'BrokenFile'
}

/** The reader thread ended before it answered. */
export class ReaderGone extends Error {
  override name = 'ReaderGone'
}
