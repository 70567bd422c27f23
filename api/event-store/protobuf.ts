// Protobuf by hand (https://protobuf.dev/programming-guides/encoding). Appending and reading consist of little else: the
// generated classes make an object for each field, and write every event twice.

/** What a field is of: 0 a number, 1 and 5 eight or four bytes, 2 a length and so many bytes. */
const [numeric, delimited] = [0, 2]
const fixed: Readonly<Record<number, number>> = { 1: 8, 5: 4 }

/** The length of a message within another is written before it is known; the encoding allows the padding. */
const lengthBytes = 4

/** The most bytes of a tag or a number. */
const mostOfNumber = 10

/** Writes messages, one after the other, into a buffer that is kept. */
export class MessageWriter {
  #bytes = Buffer.allocUnsafe(16_384)
  #at = 0

  /** A field that is a message; `fill` writes what it holds. */
  message(field: number, fill: () => void): void {
    this.#tag(field, delimited)
    this.#reserve(lengthBytes)
    this.#at += lengthBytes
    const start = this.#at
    fill()
    const length = this.#at - start
    const padded = (length & 0x7f) | ((length & 0x3f80) << 1) | ((length & 0x1f_c000) << 2) | ((length >>> 21) << 24)
    this.#bytes.writeUInt32LE((padded | 0x80_80_80) >>> 0, start - lengthBytes)
  }

  /** A field that is a message with nothing in it. */
  empty(field: number): void {
    this.#tag(field, delimited)
    this.#number(0)
  }

  text(field: number, value: string): void {
    this.#tag(field, delimited)
    const length = Buffer.byteLength(value)
    this.#number(length)
    this.#reserve(length)
    this.#at += this.#bytes.write(value, this.#at)
  }

  bytes(field: number, value: Uint8Array): void {
    this.#tag(field, delimited)
    this.#number(value.length)
    this.#reserve(value.length)
    this.#bytes.set(value, this.#at)
    this.#at += value.length
  }

  /** A whole number that is not negative; beyond 2^53 as a bigint. */
  number(field: number, value: number | bigint): void {
    this.#tag(field, numeric)
    let rest = value
    this.#reserve(mostOfNumber)
    for (; rest > Number.MAX_SAFE_INTEGER; rest = BigInt(rest) >> 7n) {
      this.#bytes[this.#at++] = Number(BigInt(rest) & 127n) | 128
    }
    this.#number(Number(rest))
  }

  /** What was written, to be kept; then begins anew. */
  take(): Buffer {
    const message = Buffer.from(this.#bytes.subarray(0, this.#at))
    this.#at = 0
    return message
  }

  #tag(field: number, kind: number): void {
    this.#number((field << 3) | kind)
  }

  #number(value: number): void {
    this.#reserve(mostOfNumber)
    let rest = value
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#bytes[this.#at++] = (rest % 128) | 128
    this.#bytes[this.#at++] = rest
  }

  #reserve(size: number): void {
    if (this.#at + size <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#at + size))
    this.#bytes.copy(larger, 0, 0, this.#at)
    this.#bytes = larger
  }
}

/** Where the bytes of a field begin and end; `number` is its value where it is one, exact up to 2^53. */
type Visit = (field: number, start: number, end: number, number: number) => void

/** Calls back with each field of a message that lies between two places. Throws RangeError where it is cut or no message. */
export const eachField = (message: Buffer, start: number, end: number, visit: Visit): void => {
  let at = start
  const varint = (): number => {
    let value = 0
    for (let scale = 1; at < end; scale *= 128) {
      const byte = message[at++] ?? 0
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
    throw new RangeError('The message ends within a number.')
  }
  while (at < end) {
    const tag = varint()
    const [field, kind] = [Math.floor(tag / 8), tag % 8]
    if (kind === numeric) {
      const from = at
      const value = varint()
      visit(field, from, at, value)
      continue
    }
    const length = kind === delimited ? varint() : fixed[kind]
    if (length === undefined || at + length > end) throw new RangeError('The message is cut.')
    at += length
    visit(field, at - length, at, 0)
  }
}

/** A number in the 64 bits of an unsigned one, whatever its size. */
export const exactNumber = (message: Buffer, start: number, end: number): bigint => {
  let value = 0n
  for (let at = end - 1; at >= start; at -= 1) value = (value << 7n) | BigInt((message[at] ?? 0) & 127)
  return BigInt.asUintN(64, value)
}

/** The same as decimals: what is small, as nearly all is, is quick. */
export const decimals = (message: Buffer, start: number, end: number, number: number): string =>
  Number.isSafeInteger(number) ? String(number) : String(exactNumber(message, start, end))
