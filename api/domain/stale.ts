/** The caller had seen an older revision than there is (`If-Match`, D-73); `revision` is that of now. */
export class StaleRevision extends Error {
  readonly revision: bigint
  constructor(revision: bigint) {
    super(`The resource is at revision ${revision}`)
    this.name = 'StaleRevision'
    this.revision = revision
  }
}
