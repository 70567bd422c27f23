import { notaryKeysOf } from '#api/notary/notary-keys.ts'

/** The log of the published vector, and a notary of it. */
export const notaryLogId = '0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22'
export const notaryKeys = notaryKeysOf({ logId: notaryLogId, root: Buffer.alloc(32, 7), notaryKey: undefined })
