/** The caller has not seen the newest revision (`If-Match`, D-73); `revision` is the current one. */
export class StaleRevision extends Error {
  readonly revision: bigint
  constructor(revision: bigint) {
    super(`The resource is at revision ${revision}`)
    this.name = 'StaleRevision'
    this.revision = revision
  }
}
