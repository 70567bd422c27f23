import { eachField, exactNumber, type MessageWriter } from './protobuf.ts'

/** An id within a message, as text. */
export const writeUuid = (writer: MessageWriter, field: number, id: string): void =>
  writer.message(field, () => writer.text(2, id))

const hex = (half: bigint): string => half.toString(16).padStart(16, '0')

/** An id as text; servers may also answer it as two numbers. */
export const uuidIn = (message: Buffer, start: number, end: number): string => {
  let text = ''
  eachField(message, start, end, (field, from, to) => {
    if (field === 2) text = message.toString('latin1', from, to)
    if (field !== 1) return
    let [high, low] = [0n, 0n]
    eachField(message, from, to, (half, first, last) => {
      if (half === 1) high = exactNumber(message, first, last)
      else if (half === 2) low = exactNumber(message, first, last)
    })
    text = (hex(high) + hex(low)).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  })
  return text
}
