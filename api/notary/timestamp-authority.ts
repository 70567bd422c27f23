/** TimeStampReq (RFC 3161) around a SHA-256: version 1, no nonce, since no note is asked about twice, with certificates. */
const requestFor = (digest: Buffer) =>
  Buffer.from(`30390201013031300d060960864801650304020105000420${digest.toString('hex')}0101ff`, 'hex')

/** Where the content of a DER value begins. */
const inside = (der: Uint8Array, at: number): number => {
  const length = der[at + 1] ?? 0
  return at + 2 + (length > 0x7f ? length - 0x80 : 0)
}

/** The PKIStatus of a TimeStampResp; undefined where it is none. */
const statusOf = (reply: Uint8Array): number | undefined => {
  const status = inside(reply, inside(reply, 0))
  return reply[0] === 0x30 && reply[status] === 2 && reply[status + 1] === 1 ? reply[status + 2] : undefined
}

/** Asks an authority to vouch that a SHA-256 was there by now. Throws where it gives no timestamp. */
export const askAuthority = async (url: string, digest: Buffer): Promise<Buffer> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: requestFor(digest),
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  })
  const reply = Buffer.from(await response.arrayBuffer())
  const status = statusOf(reply)
  // 0: granted, 1: with changes.
  if (status === undefined || status > 1 || !reply.includes(digest)) {
    const why = status === undefined ? response.status : `status ${status}`
    throw new Error(`${new URL(url).host} gave no timestamp: ${why}`)
  }
  return reply
}
