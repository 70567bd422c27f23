const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 && 0xedb8_8320)
  return crc
})

/** The CRC-32 of bytes, as zip files have it, which go on from those of another one. */
export const crc32 = (bytes: Uint8Array, before = 0): number => {
  let crc = ~before
  for (let at = 0; at < bytes.length; at += 1)
    crc = (crc >>> 8) ^ (table[(crc ^ (bytes[at] as number)) & 0xff] as number)
  return ~crc >>> 0
}
